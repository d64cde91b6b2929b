/**
 * The words of the page. What happens in a game is told by the session.
 */

/** @type {Record<string, Record<string, string>>} */
const TEXTS = {
  en: {
    title: "onepure – Go by the One Pure Rules",
    skip: "To the board",
    play: "Play", analyse: "Analyse", newGame: "New game", open: "Open", save: "Save SGF", picture: "Copy picture",
    help: "Keys", theme: "Light or dark", language: "한국어",
    board: "Board of {size} lines", boardHelp: "Arrow keys move. Enter places a stone. Space says what it would do.",
    black: "Black", white: "White", empty: "empty", star: "star point",
    human: "You", person: "Person", engine: "Engine", thinking: "thinking …", toPlay: "to play",
    bowl: "Bowl", quarantine: "Quarantine", onBoard: "On the board", waiting: "waiting", quarantined: "quarantined",
    points: "{points} points", onePoint: "1 point",
    abstain: "Abstain", undo: "Undo", resign: "Resign", count: "Count", endCount: "Back to the board", moveNow: "Move now",
    pause: "Pause", resume: "Resume", suggest: "Stones the engine judges dead",
    agreeHelp: "Click the stones that both players agree are dead. They are lifted before the count. A placement resumes play.",
    first: "First move", back: "Back", forward: "Forward", last: "Last move",
    stakes: "At stake", nothingAtStake: "The rules have nothing at stake here.", events: "What happened", nothingYet: "Nothing yet.",
    engineAnalysis: "Engine", analysing: "Live analysis", sweep: "Analyse the game", stop: "Stop",
    sweepVisits: "Visits of each position", sweepDone: "{done} of {positions}", sweepEnded: "The game is analysed.",
    showOwnership: "Who holds what", showPolicy: "Priors", showDeadEnds: "Dead ends", showNumbers: "Numbers",
    move: "Move", winRate: "Wins", visits: "Visits", lead: "Lead", variation: "Variation",
    chart: "Black's win rate by move", chartLine: "Black's win rate (left)", leadLine: "Lead in points (right)",
    chartValue: "Move {move}: Black wins {wins} %, lead {lead}", chartNothing: "Move {move}: not analysed",
    tree: "Moves", comment: "Comment", commentHelp: "Write a comment on this move",
    visitsOf: "{visits} visits", blackWins: "Black {wins} %", noAnalysis: "Not analysed yet.",
    size: "Board", rules: "Rules", komi: "Komi", komiUsual: "usual: {komi}", komiOf: "Komi {komi}",
    handicapOf: "Handicap {stones}", noHandicap: "No handicap", handicap: "Handicap", none: "none",
    you: "You play", both: "Two people", engines: "Engine against engine", strength: "Strength", clock: "Clock",
    lowestLevel: "{level} – a first opponent", highestLevel: "{level} – full strength",
    noClock: "no clock", byoyomi: "{main} min, then {periods} × {period} s", fischer: "{main} min + {increment} s a move",
    start: "Start", cancel: "Cancel", close: "Close", yes: "Place it", no: "Not here",
    losesAtOnce: "Play it anyway?", resignReally: "Resign the game?", yesResign: "Resign",
    openTitle: "Open a game", openHelp: "Choose an SGF file or a text diagram. You can drop or paste it too.",
    openText: "SGF or diagram", file: "Choose a file …", show: "Show",
    connecting: "Connecting …", lost: "The program does not answer. The page continues when it does.",
    tooMany: "Too many tabs are open.", occupied: "{point} is occupied.", notYourTurn: "It is the engine's turn.",
    over: "Play is over.", goesOn: "The game goes on where it was.",
    notKept: "This browser does not keep the game: save it as SGF before you leave.", copied: "The picture is in the clipboard.", saved: "The picture was saved.",
    opened: "{name} is open.", warning: "Note: {text}",
    cursor: "{point}, {what}", blackStone: "black stone", whiteStone: "white stone", deadEnd: "a placement here loses at once",
    selfFill: "a placement here retires its own chain", lastMove: "last move",
    keys: "Keys", keyArrows: "Tab to the board, arrows", keyArrowsDo: "move the cursor", keyEnter: "Enter", keyEnterDo: "places a stone",
    keySpace: "Space", keySpaceDo: "says what a placement would do", keyBack: "← →, [ ], wheel", keyBackDo: "one move back, one on",
    keyVariations: "↑ ↓", keyVariationsDo: "variation above, below", keyPages: "Page up, page down", keyPagesDo: "ten moves back, ten on",
    tapAgain: "Tap {point} again to place the stone",
    keyEnds: "Home and End", keyEndsDo: "first and last move", keyAbstain: "P", keyAbstainDo: "abstains",
    keyUndo: "U", keyUndoDo: "takes a move back", keyCount: "C", keyCountDo: "counts", keyAnalyse: "A", keyAnalyseDo: "live analysis",
    keyNew: "N", keyNewDo: "new game", keyOpen: "O", keyOpenDo: "opens a game", keySave: "S", keySaveDo: "saves the game",
    "rules:one-pure": "One Pure", "rules:chinese": "Chinese", "rules:japanese": "Japanese", "rules:korean": "Korean",
    "rules:aga": "AGA", "rules:ing": "Ing", "rules:ing1986": "Ing 1986", "rules:tromp-taylor": "Tromp–Taylor",
    "rules:new-zealand": "New Zealand", "rules:stone-scoring": "Stone scoring",
    moveNumber: "Move {number}", accuracy: "Accuracy", mistakes: "Mistakes", better: "Better", played: "Played",
    noMistakes: "{name}: no mistakes", oneMistake: "{name}: 1 mistake", mistakesOf: "{name}: {number} mistakes",
    lostBy: "{turn} lost {points} points (wins {wins} %)", gainedBy: "{turn} gained {points} points (wins {wins} %)",
    mistakeEntry: "{move}: {points} points; better: {better}", betterWas: "better: {better}", abstained: "{color}'s abstention", nextMistake: "Next mistake", previousMistake: "Previous mistake",
    keyMistakes: ", and .", keyMistakesDo: "previous and next mistake", keyRules: "R", keyRulesDo: "the rules",
    beginPlay: "{color} to play: click a point to place a stone.", beginEngine: "The engine places the first stone.",
    beginRecord: "The buttons below the board lead through the game; click a point to try a move.",
    rulesInShort: "The rules in one screenful",
    position: "Position after move {number}", showBetter: "Show the better variation", showPlayed: "Back to the game",
  },
  ko: {
    title: "onepure – One Pure Rules 바둑판",
    skip: "바둑판으로",
    play: "대국", analyse: "분석", newGame: "새 대국", open: "열기", save: "SGF 저장", picture: "그림 복사",
    help: "단축키", theme: "밝게 또는 어둡게", language: "English",
    board: "{size}줄 바둑판", boardHelp: "화살표로 움직이고 Enter로 착점하며, 스페이스로 착점의 결과를 듣습니다.",
    black: "흑", white: "백", empty: "빈 점", star: "화점",
    human: "당신", person: "사람", engine: "엔진", thinking: "생각 중 …", toPlay: "차례",
    bowl: "통", quarantine: "격리", onBoard: "반상", waiting: "대기", quarantined: "격리",
    points: "득점 {points}", onePoint: "득점 1",
    abstain: "불착", undo: "무르기", resign: "기권", count: "계가", endCount: "바둑판으로", moveNow: "바로 두기",
    pause: "멈춤", resume: "계속", suggest: "엔진이 잃은 것으로 보는 돌",
    agreeHelp: "양쪽이 모두 잃은 것으로 보는 돌을 누르면 계가 전에 들어냅니다. 착점하면 대국이 이어집니다.",
    first: "처음", back: "뒤로", forward: "앞으로", last: "마지막",
    stakes: "걸려 있는 규칙", nothingAtStake: "지금 걸려 있는 규칙은 없습니다.", events: "일어난 일", nothingYet: "아직 없습니다.",
    engineAnalysis: "엔진", analysing: "실시간 분석", sweep: "대국 전체 분석", stop: "그만",
    sweepVisits: "국면마다 탐색 횟수", sweepDone: "{positions} 가운데 {done}", sweepEnded: "대국을 모두 분석했습니다.",
    showOwnership: "누가 차지할지", showPolicy: "사전 확률", showDeadEnds: "바로 지는 점", showNumbers: "수순",
    move: "착점", winRate: "승률", visits: "탐색", lead: "우세", variation: "예상 수순",
    chart: "수에 따른 흑 승률", chartLine: "흑 승률(왼쪽)", leadLine: "우세, 점(오른쪽)",
    chartValue: "{move}수: 흑 승률 {wins} %, 우세 {lead}", chartNothing: "{move}수: 분석 전",
    tree: "수순", comment: "설명", commentHelp: "이 수에 대한 설명",
    visitsOf: "탐색 {visits}회", blackWins: "흑 {wins} %", noAnalysis: "아직 분석하지 않았습니다.",
    size: "바둑판", rules: "규칙", komi: "선후차(덤)", komiUsual: "보통: {komi}", komiOf: "선후차(덤) {komi}",
    handicapOf: "접바둑 {stones}점", noHandicap: "접바둑 없음", handicap: "접바둑", none: "없음",
    you: "당신의 색", both: "사람끼리", engines: "엔진끼리", strength: "세기", clock: "시계",
    lowestLevel: "{level} – 첫 상대", highestLevel: "{level} – 최고 세기",
    noClock: "시계 없음", byoyomi: "{main}분, 초읽기 {period}초 {periods}회", fischer: "{main}분 + 한 수 {increment}초",
    start: "시작", cancel: "취소", close: "닫기", yes: "그래도 두기", no: "두지 않기",
    losesAtOnce: "그래도 둘까요?", resignReally: "대국을 포기할까요?", yesResign: "기권",
    openTitle: "기보 열기", openHelp: "SGF 파일이나 글자로 그린 바둑판을 고르거나, 끌어다 놓거나, 여기에 붙여 넣으세요.",
    openText: "SGF 또는 바둑판", file: "파일 고르기 …", show: "보기",
    connecting: "연결하는 중 …", lost: "프로그램이 대답하지 않습니다. 돌아오면 이어집니다.",
    tooMany: "탭이 너무 많이 열려 있습니다.", occupied: "{point}에는 이미 돌이 있습니다.", notYourTurn: "엔진의 차례입니다.",
    over: "종국입니다.", goesOn: "두던 대국을 이어 갑니다.",
    notKept: "이 브라우저에 대국이 보관되지 않습니다. 떠나기 전에 SGF로 저장하세요.", copied: "그림을 클립보드에 복사했습니다.", saved: "그림을 저장했습니다.",
    opened: "{name}: 열었습니다.", warning: "참고: {text}",
    cursor: "{point}, {what}", blackStone: "흑돌", whiteStone: "백돌", deadEnd: "여기에 두면 바로 집니다",
    selfFill: "여기에 두면 자충퇴입니다", lastMove: "마지막 수",
    keys: "단축키", keyArrows: "Tab으로 바둑판, 화살표", keyArrowsDo: "자리 옮기기", keyEnter: "Enter", keyEnterDo: "착점",
    keySpace: "스페이스", keySpaceDo: "착점의 결과 듣기", keyBack: "← →, [ ], 휠", keyBackDo: "한 수 뒤로, 앞으로",
    keyVariations: "↑ ↓", keyVariationsDo: "위아래 변화도로", keyPages: "Page Up, Page Down", keyPagesDo: "열 수 뒤로, 앞으로",
    tapAgain: "{point}에 두려면 한 번 더 누르세요",
    keyEnds: "Home과 End", keyEndsDo: "처음과 마지막 수", keyAbstain: "P", keyAbstainDo: "불착",
    keyUndo: "U", keyUndoDo: "무르기", keyCount: "C", keyCountDo: "계가", keyAnalyse: "A", keyAnalyseDo: "실시간 분석",
    keyNew: "N", keyNewDo: "새 대국", keyOpen: "O", keyOpenDo: "기보 열기", keySave: "S", keySaveDo: "기보 저장",
    "rules:one-pure": "One Pure", "rules:chinese": "중국", "rules:japanese": "일본", "rules:korean": "한국",
    "rules:aga": "AGA", "rules:ing": "응창기", "rules:ing1986": "응창기 1986", "rules:tromp-taylor": "트롬프·테일러",
    "rules:new-zealand": "뉴질랜드", "rules:stone-scoring": "돌 세기",
    moveNumber: "{number}수", accuracy: "정확도", mistakes: "실수", better: "더 나은 수", played: "둔 수",
    noMistakes: "{name}: 실수 없음", oneMistake: "{name}: 실수 1수", mistakesOf: "{name}: 실수 {number}수",
    lostBy: "{turn}: {points}점 잃음 (승률 {wins} %)", gainedBy: "{turn}: {points}점 얻음 (승률 {wins} %)",
    mistakeEntry: "{move}: {points}점; 더 나은 수: {better}", betterWas: "더 나은 수: {better}", abstained: "{color} 불착", nextMistake: "다음 실수", previousMistake: "이전 실수",
    keyMistakes: ", 와 .", keyMistakesDo: "이전 실수와 다음 실수", keyRules: "R", keyRulesDo: "규칙 보기",
    beginPlay: "{color} 차례입니다. 점을 눌러 돌을 놓으세요.", beginEngine: "엔진이 첫 수를 둡니다.",
    beginRecord: "바둑판 아래 단추로 대국을 따라가고, 점을 눌러 다른 수를 놓아 볼 수 있습니다.",
    rulesInShort: "한 화면으로 보는 규칙",
    position: "{number}수 뒤", showBetter: "더 나은 수순 보기", showPlayed: "대국으로 돌아가기",
  },
};

/** The languages that there are. */
export const LANGUAGES = Object.keys(TEXTS);

/**
 * A text in a language; `{name}` stands for a value.
 * @param {string} language
 * @param {string} key
 * @param {Record<string, string | number>} values
 */
export function text(language, key, values = {}) {
  const found = TEXTS[language]?.[key] ?? TEXTS.en[key] ?? key;
  return found.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** The keys of a language, for those who compare. @param {string} language */
export function keysOf(language) {
  return Object.keys(TEXTS[language]);
}
