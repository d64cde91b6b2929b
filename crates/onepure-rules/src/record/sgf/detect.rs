//! Detection of the charset of a record that names none and is not UTF-8.
//!
//! `chardetng` decides by the statistics of languages, which need more than two names. The names, ranks and results in a
//! short record are made of few characters, so that counting those decides between the charsets of East Asia.

use chardetng::EncodingDetector;
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GBK, SHIFT_JIS, UTF_8, WINDOWS_1252};
use std::borrow::Cow;

/// The charsets of East Asia that records are in.
const CANDIDATES: [&Encoding; 5] = [EUC_KR, GBK, BIG5, SHIFT_JIS, EUC_JP];

/// The score of a character from the list of its charset, and of a kana.
const USUAL: i64 = 4;

/// The score of each character in the charset that `chardetng` found. It decides if no character is in a list.
const IN_ADVANCE: i64 = 2;

/// The score for each character from which a charset of East Asia is taken although `chardetng` found another.
const CONVINCING: i64 = 2;

/// The score of a half-width kana, a private character or a symbol: what bytes of other charsets decode to.
const UNUSUAL: i64 = -3;

/// Characters beyond this number do not count.
const MOST_CHARACTERS: usize = 4000;

/// The number of valid characters for each invalid byte from which a damaged text is still UTF-8.
const DAMAGED_UTF_8: usize = 8;

/// Syllables of Korean names, ranks and results.
const KOREAN: &str = "가강거건결경계고곽관광구국군권규균그근금급기김나남내노녹다단담당대덤도돌동두라래랑로류름리림마만매면명목무문미민바박반방배백범\
    변별병보본봉부북불비빈사산상서석선설섭성세소손송수순숭승시식신심아안양어엄업연열염엽영예오옥온완왕요용우욱운원위유육윤율은을음의이인일\
    임자장재전점정제조종주준중지진집차찬찬창채철청초최춘충치칠타태패하학한합해행허헌현협형혜호홍화환황회후훈휘흑희팔커";

/// Characters of Chinese names, ranks and results, in the simplified form.
const CHINESE: &str = "李王张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田\
    任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文柯古洁力芈昱廷连笑时越檀啸党毅飞睿豪羊鼎尔豹彭立\
    尧陶欣然聂卫平马晓春俞斌国明军华强伟志勇辉建平东海峰涛超鹏宇杰浩天星云风雨雪山水河湖流头木火土金大小中上下左右东南西北红青黑棋围战\
    名人杯赛第届局决预选手网络在线对室快慢胜负和子目半盘贴点让先分秒初二三四五六七八九十级职业业余元旦年月日时用不计无人";

/// Characters of Chinese names, ranks and results, in the traditional form.
const TRADITIONAL: &str = "李王張劉陳楊趙黃周吳徐孫胡朱高林何郭馬羅梁宋鄭謝韓唐馮于董蕭程曹袁鄧許傅沈曾彭呂蘇盧蔣蔡賈丁魏薛葉閻余潘杜戴夏鍾\
    汪田任姜范方石姚譚廖鄒熊金陸郝孔白崔康毛邱秦江史顧侯邵孟龍萬段雷錢湯尹黎易常武喬賀賴龔文俊勳至涵王元均立誠詩淵正昊國明軍華強偉志勇輝建\
    平東海峰濤超鵬宇傑浩天星雲風雨雪山水河湖流頭木火土大小中上下左右南西北紅青黑棋圍戰名人盃賽第屆局決預選手網路線對室快慢勝負和子目半盤貼點\
    讓先分秒初二三四五六七八九十級職業餘年月日時用不計無琶蓋功張栩家";

/// Characters of Japanese names, ranks and results.
const JAPANESE: &str = "山田本村井上木下小川河藤中林石高野大原島崎治雄一郎子夫正清秀武宮加依紀基張栩羽根直樹名人因坊棋聖天元王座碁戦段九八七\
    六五四三二十初級日月年押勝負目半先番局黒白時分予選決杉内趙橋坂倉吉松竹森池沢沼浜福安阿部佐伊東西南北谷口岡岩金関長永光和義信隆\
    昭男美恵由香真智理優太遼力裕結聡司許家芝虎丸泰輝俊孝介平朗勲";

/// The charset that the bytes look like, the text in it, and whether it has invalid bytes. `WINDOWS_1252` is the answer
/// if nothing points to another one.
pub(super) fn detected(bytes: &[u8]) -> (&'static Encoding, Cow<'_, str>, bool) {
    if is_damaged_utf_8(bytes) {
        return (UTF_8, String::from_utf8_lossy(bytes), true);
    }
    let mut detector = EncodingDetector::new();
    detector.feed(bytes, true);
    let guessed = detector.guess(None, false);
    let is_candidate = CANDIDATES.contains(&guessed);
    let scores = CANDIDATES.iter().filter_map(|&encoding| {
        let (score, letters) = score(encoding, bytes)?;
        let in_advance = if encoding == guessed { IN_ADVANCE * letters } else { 0 };
        Some((score + in_advance, letters, encoding))
    });
    let best = scores.max_by_key(|&(score, letters, _)| score * MOST_CHARACTERS as i64 / letters.max(1));
    let encoding = match best {
        Some((score, _, encoding)) if is_candidate && score >= 0 => encoding,
        Some((score, letters, encoding)) if is_in_pairs(bytes) && score >= CONVINCING * letters => encoding,
        _ => guessed,
    };
    let (text, is_malformed) = encoding.decode_without_bom_handling(bytes);
    // Short texts in no language look to `chardetng` like some charset of one byte a character.
    if encoding.is_single_byte() && !is_cyrillic(&text) {
        return (WINDOWS_1252, WINDOWS_1252.decode_without_bom_handling(bytes).0, false);
    }
    (encoding, text, is_malformed)
}

/// The score of a charset and the number of characters beyond ASCII; `None` if the bytes are invalid in it.
fn score(encoding: &'static Encoding, bytes: &[u8]) -> Option<(i64, i64)> {
    let (text, is_malformed) = encoding.decode_without_bom_handling(bytes);
    if is_malformed {
        return None;
    }
    let usual = if encoding == EUC_KR {
        KOREAN
    } else if encoding == GBK {
        CHINESE
    } else if encoding == BIG5 {
        TRADITIONAL
    } else {
        JAPANESE
    };
    let mut letters = 0;
    let mut score = 0;
    for letter in text.chars().filter(|letter| !letter.is_ascii()).take(MOST_CHARACTERS) {
        letters += 1;
        score += match letter {
            '\u{3040}'..='\u{30FF}' if encoding == SHIFT_JIS || encoding == EUC_JP => USUAL,
            letter if usual.contains(letter) => USUAL,
            '\u{FF61}'..='\u{FF9F}' | '\u{E000}'..='\u{F8FF}' | '\u{0080}'..='\u{2FFF}' => UNUSUAL,
            // Hanja in Korean text.
            '\u{4E00}'..='\u{9FFF}' if encoding == EUC_KR => -1,
            _ => 0,
        };
    }
    Some((score, letters))
}

/// Returns whether all runs of bytes beyond ASCII are of even length, as in texts of two bytes a character.
fn is_in_pairs(bytes: &[u8]) -> bool {
    bytes.split(u8::is_ascii).all(|run| run.len() % 2 == 0)
}

/// Returns whether a text has some letters beyond ASCII, and all of them are Cyrillic.
fn is_cyrillic(text: &str) -> bool {
    let mut letters = text.chars().filter(|letter| !letter.is_ascii());
    letters.clone().nth(3).is_some() && letters.all(|letter| ('\u{0400}'..='\u{04FF}').contains(&letter))
}

/// Returns whether the bytes are UTF-8 but for a few.
fn is_damaged_utf_8(bytes: &[u8]) -> bool {
    let (mut valid, mut invalid) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        valid += chunk.valid().chars().filter(|letter| !letter.is_ascii()).count();
        invalid += chunk.invalid().len();
    }
    valid >= DAMAGED_UTF_8 * invalid.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_players_tell_the_charset() {
        for (encoding, names) in [
            (GBK, [["柯洁", "古力"], ["石头", "流水"], ["黑", "白"], ["芈昱廷", "连笑"]]),
            (SHIFT_JIS, [["井山裕太", "一力遼"], ["名人", "本因坊"], ["黒番", "白番"], ["趙治勲", "加藤正夫"]]),
            (EUC_KR, [["이세돌", "박정환"], ["흑", "백"], ["신진서", "커제"], ["조훈현", "서봉수"]]),
            (BIG5, [["周俊勳", "林至涵"], ["王元均", "陳詩淵"], ["黑", "白"], ["張栩", "許家元"]]),
        ] {
            for [black, white] in names {
                let text = format!("(;SZ[19]KM[6.5]PB[{black}]PW[{white}]RE[B+R];B[pd];W[dp])");
                let (bytes, _, has_unmappable) = encoding.encode(&text);
                assert!(!has_unmappable, "{text}");
                let (found, read, is_malformed) = detected(&bytes);
                assert_eq!((found.name(), read.as_ref(), is_malformed), (encoding.name(), text.as_str(), false));
            }
        }
    }

    #[test]
    fn letters_of_europe_are_latin_1() {
        for text in ["André", "Müller", "Jürgen Åke", "Señor Peña", "Öst", "Çelik", "El niño", "Björn Ängström"]
        {
            let bytes: Vec<u8> = format!("(;PB[{text}])").chars().map(|letter| letter as u8).collect();
            assert_eq!(detected(&bytes).0, WINDOWS_1252, "{text}");
        }
    }

    #[test]
    fn one_broken_character_leaves_utf_8() {
        let mut bytes =
            "(;PB[이세돌]PW[박정환]C[흑이 아주 조금 더 좋다고 한다 그러나 아직은 모른다]C[".as_bytes().to_vec();
        bytes.extend(b"\xEC\x9D])");
        assert_eq!((detected(&bytes).0, detected(&bytes).2), (UTF_8, true));
    }
}
