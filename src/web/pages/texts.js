/**
 * The words of the page. The session writes the sentences about a game.
 *
 * A key that begins with `ordinary:` has the words of ordinary Go where those of the One Pure Rules are others.
 */

/** @type {Record<string, Record<string, string>>} */
const TEXTS = {
  en: {
    title: "onepure – Go by the One Pure Rules",
    skip: "To the board", more: "More", showMenu: "Show", gameMenu: "Whole game",
    learn: "Learn", lessons: "Lessons", stepOf: "Step {step} of {steps}", right: "Right.", notYet: "Not yet.", again: "Again", next: "Next",
    done: "done", answered: "Press Again to try another move, or Next to go on.", keyLearn: "L", keyLearnDo: "lessons",
    problems: "Problems", problemOf: "{problem} of {problems} · level {level}", solved: "solved", solvedOf: "{solved} of {problems} solved",
    missed: "missed", secondRound: "Second round: {problems} missed", hint: "Hint", hintPoints: "The right turn is on one of these points: {points}.",
    keyProblems: "B", keyProblemsDo: "problems",
    modes: "Modes", play: "Play", analyse: "Analyse", newGame: "New game", open: "Open", save: "Save SGF", picture: "Copy picture",
    share: "Share", shareHelp: "The link holds the game itself, and no server receives it. Analyses are left out.", shareExtent: "Content of the link",
    shareLocal: "This link opens on this computer only: others cannot open an address such as 127.0.0.1.",
    wholeGame: "The whole game", upToHere: "The moves up to move {move}", link: "Link", linkLength: "{length} characters", copyLink: "Copy link",
    linkCopied: "The link is in the clipboard.", linkSelected: "This browser copies nothing: copy the selected link.",
    noLink: "This browser makes no links: save the game as SGF.", linkOpened: "The game of the link is open.",
    brokenLink: "This link is broken or incomplete. It opened no game.",
    pictures: "Pictures", savePicture: "Save picture (SVG)", saveAnimation: "Save animation (SVG)", keyShare: "H", keyShareDo: "shares the game",
    help: "Keys", theme: "Light or dark", language: "한국어",
    board: "Board of {size} lines", boardHelp: "Arrow keys move. Enter places a stone. Space says what it would do.",
    black: "Black", white: "White", empty: "empty", star: "star point",
    human: "You", person: "Person", engine: "Engine", thinking: "thinking …", toPlay: "to play",
    bowl: "Bowl", quarantine: "Quarantine", onBoard: "On the board", waiting: "waiting", quarantined: "quarantined",
    points: "{points} points", onePoint: "1 point", prisoners: "{stones} prisoners", onePrisoner: "1 prisoner",
    ahead: "ahead by {amount}", even: "even",
    abstain: "Abstain", "ordinary:abstain": "Pass", undo: "Undo", resign: "Resign", count: "Count", endCount: "End count", moveNow: "Move now",
    pause: "Pause", resume: "Resume", suggest: "Mark dead stones",
    agreeHelp: "Click a stone to mark its chain as dead or alive. A placement resumes play.",
    judging: "The engine judges which stones are dead …", provisional: "Provisional: the result waits until you confirm it.",
    confirmResult: "Confirm the result", changeResult: "Change the dead stones",
    wonBy: "{color} wins by {amount}", wonTie: "{color} wins the tie", wonByResignation: "{color} wins by resignation", wonOnTime: "{color} wins on time",
    won: "{color} wins", draw: "Draw", noResult: "No result", bothLose: "Both lose", ended: "The game has ended", counting: "Counting",
    review: "Review", playAgain: "Play again",
    firstVisit: "Which Go do you want to play?", ordinaryGo: "Ordinary Go", onePureGo: "The One Pure Rules",
    first: "First move", back: "Back", forward: "Forward", last: "Last move",
    stakes: "At stake", nothingAtStake: "The rules have nothing at stake here.", events: "Events", nothingYet: "Nothing yet.",
    engineAnalysis: "Analysis", candidates: "Candidates", analysing: "Live", sweep: "Analyse the game", stop: "Stop",
    sweepVisits: "Visits of each position", sweepDone: "{done} / {positions}", sweepEnded: "The game is analysed.",
    showOwnership: "Ownership", showPolicy: "Priors", showDeadEnds: "Dead ends", showNumbers: "Move numbers",
    move: "Move", winRate: "Wins", visits: "Visits", lead: "Lead", variation: "Variation",
    chart: "Black's win rate by move", leadChart: "Lead in points by move", chartLine: "Black's win rate", leadLine: "Lead in points",
    blackSide: "B", whiteSide: "W",
    chartWins: "Move {move}: Black {wins} %", chartLead: "Move {move}: {lead}", leads: "{color} leads by {amount}",
    chartNothing: "Move {move}: not analysed",
    tree: "Moves", movesAndComment: "Moves and comment", comment: "Comment", commentHelp: "Write a comment on this move",
    visitsOf: "{visits} visits", blackWins: "Black {wins} %", noAnalysis: "Not analysed yet.",
    prove: "Prove", proving: "Searching for a proof …", noBound: "nothing",
    resultProven: "Without komi: {result}, proven. Click a stone to ask about its group.",
    resultBounds: "Without komi: at least {least}, at most {most}, proven. Click a stone to ask about its group.",
    resultUnknown: "The result is not proven. Click a stone to ask about its group.",
    deadEndWon: "Black wins by a dead end", deadEndLost: "White wins by a dead end",
    groupAlive: "{point} lives, whoever plays first: proven", groupDead: "{point} is dead, whoever plays first: proven",
    groupUnsettled: "{point} depends on who plays first: proven", groupUnknown: "{point}: not proven",
    provenBlack: "Black wins: proven", provenWhite: "White wins: proven", provenDraw: "Draw: proven",
    size: "Board", rules: "Rules", komi: "Komi", komiUsual: "usual: {komi}", komiOf: "Komi {komi}", noKomi: "Komi 0",
    handicapOf: "Handicap {stones}", noHandicap: "Even game", handicap: "Handicap", none: "none",
    you: "You play", both: "Two people", engines: "Engine against engine", strength: "Strength", strengthOf: "strength {level}", clock: "Clock",
    lowestLevel: "{level} – beginner", kyuLevel: "{level} – about {rank} kyu", danLevel: "{level} – about {rank} dan",
    highestLevel: "{level} – strongest",
    noClock: "no clock", byoyomi: "{main} min, then {periods} × {period} s", fischer: "{main} min + {increment} s a move",
    start: "Start", cancel: "Cancel", close: "Close", yes: "Place it", no: "Not here",
    losesAtOnce: "Play it anyway?", resignReally: "Resign the game?", yesResign: "Resign",
    openTitle: "Open a game", openHelp: "Choose an SGF file or a text diagram. You can drop or paste it too.",
    recent: "Last games", movesOf: "{moves} moves",
    leaveGame: "Leave this game?", leaveKept: "It is not saved. It stays in the list of the last games in Open.",
    leaveLost: "It is not saved, and this browser does not keep it. It will be lost.", yesLeave: "Leave it", stay: "Back to the game",
    openText: "SGF or diagram", file: "Choose a file …", show: "Show",
    connecting: "Connecting …", loading: "The engine is loading. You can place the first stone already.",
    noEngine: "The engine does not start: its file did not load, or the browser refused its worker. The page tries again.",
    lost: "The program does not answer. The page continues when it does.",
    tooMany: "Too many tabs are open.", noSimd: "The engine needs WebAssembly with SIMD, which this browser does not have. Update the browser.",
    occupied: "{point} is occupied.", notYourTurn: "It is the engine's turn.",
    over: "Play is over.", goesOn: "The game goes on where it was.",
    notKept: "This browser does not keep the game: save it as SGF before you leave.", copied: "The picture is in the clipboard.", saved: "The picture was saved.",
    opened: "{name} is open.", warning: "Note: {text}",
    cursor: "{point}, {what}", blackStone: "black stone", whiteStone: "white stone", deadEnd: "a placement here loses at once",
    selfFill: "a placement here retires its own chain", "ordinary:selfFill": "a stone here captures its own chain", forbidden: "no stone may be placed here",
    lastMove: "last move",
    keys: "Keys", keyArrows: "Tab to the board, arrows", keyArrowsDo: "move the cursor", keyEnter: "Enter", keyEnterDo: "places a stone",
    keySpace: "Space", keySpaceDo: "says what a placement would do", keyBack: "← →, [ ], wheel", keyBackDo: "one move back, one on",
    keyVariations: "↑ ↓", keyVariationsDo: "variation above, below", keyPages: "Page up, page down", keyPagesDo: "ten moves back, ten on",
    tapAgain: "Tap {point} again to place the stone",
    keyEnds: "Home and End", keyEndsDo: "first and last move", keyAbstain: "P", keyAbstainDo: "abstains", "ordinary:keyAbstainDo": "passes",
    keyUndo: "U", keyUndoDo: "takes a move back", keyCount: "C", keyCountDo: "counts", keyAnalyse: "A", keyAnalyseDo: "live analysis",
    keyNew: "N", keyNewDo: "new game", keyOpen: "O", keyOpenDo: "opens a game", keySave: "S", keySaveDo: "saves the game",
    "rules:one-pure": "One Pure", "rules:chinese": "Chinese", "rules:japanese": "Japanese", "rules:korean": "Korean",
    "rules:aga": "AGA", "rules:ing": "Ing", "rules:ing1986": "Ing 1986", "rules:tromp-taylor": "Tromp–Taylor",
    "rules:new-zealand": "New Zealand", "rules:stone-scoring": "Stone scoring",
    moveNumber: "Move {number}", accuracy: "Accuracy", mistakes: "Mistakes", better: "Better", played: "Played",
    notAnalysed: "{name}: not analysed", noMistakesYet: "{name}: no mistakes in {known} of {moves} moves",
    mistakesUnknown: "Analyse the game to find its mistakes.",
    noMistakes: "{name}: no mistakes", oneMistake: "{name}: 1 mistake", mistakesOf: "{name}: {number} mistakes",
    lostBy: "{turn} lost {points} points (win rate {wins} %)", gainedBy: "{turn} gained {points} points (win rate {wins} %)",
    mistakeEntry: "{move}: {points} points; better: {better}", betterWas: "better: {better}", abstained: "{color}'s abstention",
    "ordinary:abstained": "{color}'s pass", nextMistake: "Next mistake", previousMistake: "Previous mistake",
    quiz: "Find better moves", quizAsk: "Find a better move.", quizJudging: "The engine looks at {move} …", quizRight: "{move} is good.",
    quizBest: "The engine's move: {better}.", quizShow: "Show the answer", quizEnd: "End",
    quizDone: "Found at once: {found} of {questions}.",
    keyMistakes: ", and .", keyMistakesDo: "previous and next mistake", keyRules: "R", keyRulesDo: "the rules",
    beginPlay: "{color} to play: click a point to place a stone.", beginEngine: "The engine places the first stone.",
    beginWaiting: "The engine answers when it has loaded.",
    beginRecord: "The buttons below the board lead through the game; click a point to try a move.",
    rulesInShort: "The rules at a glance",
    network: "Network file …", networkLoading: "Reading {name} …", networkOpened: "{name} judges from now on.",
    edit: "Edit the record", setBlack: "Set up black stones", setWhite: "Set up white stones", markTriangle: "Triangles", markSquare: "Squares",
    markCircle: "Circles", markCross: "Crosses", markLetter: "Letters A, B, C", markNumber: "Numbers 1, 2, 3", editMenu: "Record",
    promote: "Make it the main line", delete: "Delete from here", deleteReally: "This removes the move and all that follow it.",
    facts: "Names, event, date", rotate: "Rotate by a quarter", rank: "Rank", event: "Event", round: "Round", date: "Date", place: "Place",
    keep: "Keep",
    position: "Position after move {number}", showBetter: "Show the better variation", showPlayed: "Back to the game",
  },
  ko: {
    title: "onepure – One Pure Rules 바둑판",
    skip: "바둑판으로", more: "더 보기", showMenu: "표시", gameMenu: "대국 전체",
    learn: "배우기", lessons: "배우기", stepOf: "{step}/{steps}", right: "맞습니다.", notYet: "아직 아닙니다.", again: "다시", next: "다음",
    done: "마침", answered: "다른 수를 두려면 다시, 이어 가려면 다음을 누르세요.", keyLearn: "L", keyLearnDo: "배우기",
    problems: "문제", problemOf: "{problem}/{problems} · 난이도 {level}", solved: "풂", solvedOf: "{problems}문제 가운데 {solved}문제 풂",
    missed: "틀림", secondRound: "틀린 문제 다시 풀기: {problems}", hint: "힌트", hintPoints: "바른 수는 이 가운데 있습니다: {points}.",
    keyProblems: "B", keyProblemsDo: "문제",
    modes: "할 일", play: "대국", analyse: "분석", newGame: "새 대국", open: "열기", save: "SGF 저장", picture: "그림 복사",
    share: "공유", shareHelp: "링크 안에 대국이 들어 있어 어떤 서버로도 보내지 않습니다. 분석은 들어가지 않습니다.", shareExtent: "링크에 담을 것",
    shareLocal: "이 링크는 이 컴퓨터에서만 열립니다. 127.0.0.1 같은 주소는 다른 사람이 열 수 없습니다.",
    wholeGame: "대국 전체", upToHere: "{move}수까지", link: "링크", linkLength: "{length}자", copyLink: "링크 복사",
    linkCopied: "링크를 클립보드에 복사했습니다.", linkSelected: "이 브라우저에서는 복사할 수 없습니다. 선택된 링크를 직접 복사하세요.",
    noLink: "이 브라우저는 링크를 만들지 못합니다. SGF로 저장하세요.", linkOpened: "링크의 기보를 열었습니다.",
    brokenLink: "링크가 잘렸거나 잘못되어 대국을 열지 못했습니다.",
    pictures: "그림", savePicture: "그림 저장 (SVG)", saveAnimation: "애니메이션 저장 (SVG)", keyShare: "H", keyShareDo: "대국 공유",
    help: "단축키", theme: "밝게 또는 어둡게", language: "English",
    board: "{size}줄 바둑판", boardHelp: "화살표로 움직이고 Enter로 착점하며, 스페이스로 착점의 결과를 듣습니다.",
    black: "흑", white: "백", empty: "빈 점", star: "화점",
    human: "나", person: "사람", engine: "엔진", thinking: "생각 중 …", toPlay: "차례",
    bowl: "통", quarantine: "격리", onBoard: "반상", waiting: "대기", quarantined: "격리",
    points: "득점 {points}", onePoint: "득점 1",
    prisoners: "따낸 돌 {stones}", onePrisoner: "따낸 돌 1", ahead: "{amount} 앞섬", even: "비슷함",
    abstain: "불착", "ordinary:abstain": "패스", undo: "무르기", resign: "기권", count: "계가", endCount: "계가 끝내기", moveNow: "지금 두기",
    pause: "멈춤", resume: "계속", suggest: "죽은 돌 자동 표시",
    agreeHelp: "돌을 누르면 죽은 돌로 표시하거나 되돌립니다. 착점하면 대국이 이어집니다.",
    judging: "엔진이 죽은 돌을 가리는 중 …", provisional: "아직 확정되지 않은 계가입니다. 확정하면 결과가 나옵니다.",
    confirmResult: "결과 확정", changeResult: "죽은 돌 다시 고르기",
    wonBy: "{color} {amount} 승", wonTie: "비겨서 {color} 승", wonByResignation: "{color} 불계승", wonOnTime: "{color} 시간승",
    won: "{color} 승", draw: "무승부", noResult: "무승부(판빅)", bothLose: "양쪽 모두 패", ended: "종국", counting: "계가 중",
    review: "복기", playAgain: "다시 두기",
    firstVisit: "어떤 바둑을 둘까요?", ordinaryGo: "보통 바둑", onePureGo: "One Pure Rules",
    first: "처음", back: "뒤로", forward: "앞으로", last: "마지막",
    stakes: "걸려 있는 규칙", nothingAtStake: "지금 걸려 있는 규칙은 없습니다.", events: "경과", nothingYet: "아직 없습니다.",
    engineAnalysis: "분석", candidates: "후보", analysing: "실시간", sweep: "대국 전체 분석", stop: "중지",
    sweepVisits: "국면마다 탐색 횟수", sweepDone: "{done} / {positions}", sweepEnded: "대국을 모두 분석했습니다.",
    showOwnership: "예상 득점", "ordinary:showOwnership": "예상 집", showPolicy: "사전 확률", showDeadEnds: "바로 지는 점", showNumbers: "수순 번호",
    move: "착점", winRate: "승률", visits: "탐색", lead: "득점 차이", "ordinary:lead": "집 차이", variation: "예상 수순",
    chart: "수에 따른 흑 승률", leadChart: "수에 따른 득점 차이", "ordinary:leadChart": "수에 따른 집 차이",
    chartLine: "흑 승률", leadLine: "득점 차이", "ordinary:leadLine": "집 차이",
    blackSide: "흑", whiteSide: "백",
    chartWins: "{move}수: 흑 승률 {wins} %", chartLead: "{move}수: {lead}", leads: "{color} {amount} 앞섬",
    chartNothing: "{move}수: 분석 전",
    tree: "수순", movesAndComment: "수순과 설명", comment: "설명", commentHelp: "이 수에 대한 설명",
    visitsOf: "탐색 {visits}회", blackWins: "흑 {wins} %", noAnalysis: "아직 분석하지 않았습니다.",
    prove: "증명", proving: "증명을 찾는 중 …", noBound: "없음",
    resultProven: "덤 없이 {result}, 증명됨. 돌을 누르면 그 무리의 사활을 알아봅니다.",
    resultBounds: "덤 없이 하한 {least}, 상한 {most}, 증명됨. 돌을 누르면 그 무리의 사활을 알아봅니다.",
    resultUnknown: "결과를 증명하지 못했습니다. 돌을 누르면 그 무리의 사활을 알아봅니다.",
    deadEndWon: "막다른 국면으로 흑 승", deadEndLost: "막다른 국면으로 백 승",
    groupAlive: "{point} 무리는 누가 먼저 두어도 삽니다. 증명됨", groupDead: "{point} 무리는 누가 먼저 두어도 죽습니다. 증명됨",
    groupUnsettled: "{point} 무리의 사활은 누가 먼저 두느냐에 달렸습니다. 증명됨", groupUnknown: "{point} 무리의 사활을 증명하지 못했습니다.",
    provenBlack: "흑승 증명됨", provenWhite: "백승 증명됨", provenDraw: "무승부 증명됨",
    size: "바둑판", rules: "규칙", komi: "선후차(덤)", "ordinary:komi": "덤", komiUsual: "보통: {komi}", komiOf: "선후차(덤) {komi}",
    "ordinary:komiOf": "덤 {amount}", noKomi: "선후차(덤) 0", "ordinary:noKomi": "덤 없음",
    handicapOf: "접바둑 {stones}점", noHandicap: "호선", handicap: "접바둑", none: "없음",
    you: "내 색", both: "사람끼리", engines: "엔진끼리", strength: "기력", strengthOf: "기력 {level}", clock: "시계",
    lowestLevel: "{level} – 입문", kyuLevel: "{level} – 약 {rank}급", danLevel: "{level} – 약 {rank}단", highestLevel: "{level} – 최강",
    noClock: "시계 없음", byoyomi: "{main}분, 초읽기 {period}초 {periods}회", fischer: "{main}분 + 한 수 {increment}초",
    start: "시작", cancel: "취소", close: "닫기", yes: "그래도 두기", no: "두지 않기",
    losesAtOnce: "그래도 둘까요?", resignReally: "이 대국을 기권할까요?", yesResign: "기권",
    openTitle: "기보 열기", openHelp: "SGF 파일이나 글자로 그린 바둑판을 고르거나, 끌어다 놓거나, 여기에 붙여 넣으세요.",
    recent: "최근 대국", movesOf: "{moves}수",
    leaveGame: "이 대국을 떠날까요?", leaveKept: "아직 저장하지 않은 대국입니다. ‘열기’의 최근 대국에 남습니다.",
    leaveLost: "저장하지 않았고 이 브라우저에 보관되지도 않는 대국입니다. 떠나면 사라집니다.", yesLeave: "떠나기", stay: "대국으로",
    openText: "SGF 또는 바둑판", file: "파일 고르기 …", show: "보기",
    connecting: "연결하는 중 …", loading: "엔진을 불러오는 중입니다. 첫 돌은 지금 놓아도 됩니다.",
    noEngine: "엔진이 시작되지 않습니다. 엔진 파일을 받지 못했거나 브라우저가 작업자를 막았습니다. 페이지가 다시 시도합니다.",
    lost: "프로그램이 대답하지 않습니다. 돌아오면 이어집니다.",
    tooMany: "탭이 너무 많이 열려 있습니다.", noSimd: "이 브라우저에는 엔진에 필요한 WebAssembly SIMD가 없습니다. 브라우저를 새 버전으로 업데이트하세요.",
    occupied: "{point}에는 이미 돌이 있습니다.", notYourTurn: "엔진의 차례입니다.",
    over: "종국입니다.", goesOn: "두던 대국을 이어 갑니다.",
    notKept: "이 브라우저에 대국이 보관되지 않습니다. 떠나기 전에 SGF로 저장하세요.", copied: "그림을 클립보드에 복사했습니다.", saved: "그림을 저장했습니다.",
    opened: "기보를 열었습니다.", warning: "참고: {text}",
    cursor: "{point}, {what}", blackStone: "흑돌", whiteStone: "백돌", deadEnd: "여기에 두면 바로 집니다",
    selfFill: "여기에 두면 자충퇴입니다", "ordinary:selfFill": "여기에 두면 자기 돌이 잡힙니다", forbidden: "둘 수 없는 점", lastMove: "마지막 수",
    keys: "단축키", keyArrows: "Tab으로 바둑판, 화살표", keyArrowsDo: "자리 옮기기", keyEnter: "Enter", keyEnterDo: "착점",
    keySpace: "스페이스", keySpaceDo: "착점의 결과 듣기", keyBack: "← →, [ ], 휠", keyBackDo: "한 수 뒤로, 앞으로",
    keyVariations: "↑ ↓", keyVariationsDo: "위아래 변화도로", keyPages: "Page Up, Page Down", keyPagesDo: "열 수 뒤로, 앞으로",
    tapAgain: "{point}에 두려면 한 번 더 누르세요",
    keyEnds: "Home과 End", keyEndsDo: "처음과 마지막 수", keyAbstain: "P", keyAbstainDo: "불착", "ordinary:keyAbstainDo": "패스",
    keyUndo: "U", keyUndoDo: "무르기", keyCount: "C", keyCountDo: "계가", keyAnalyse: "A", keyAnalyseDo: "실시간 분석",
    keyNew: "N", keyNewDo: "새 대국", keyOpen: "O", keyOpenDo: "기보 열기", keySave: "S", keySaveDo: "기보 저장",
    "rules:one-pure": "One Pure", "rules:chinese": "중국", "rules:japanese": "일본", "rules:korean": "한국",
    "rules:aga": "AGA", "rules:ing": "응창기", "rules:ing1986": "응창기 1986", "rules:tromp-taylor": "트롬프·테일러",
    "rules:new-zealand": "뉴질랜드", "rules:stone-scoring": "돌 세기",
    moveNumber: "{number} 수", accuracy: "정확도", mistakes: "실수", better: "더 좋은 수", played: "실전",
    notAnalysed: "{name}: 분석 전", noMistakesYet: "{name}: {moves}수 가운데 분석한 {known}수에는 실수 없음",
    mistakesUnknown: "대국을 분석하면 실수를 찾아 보여 줍니다.",
    noMistakes: "{name}: 실수 없음", oneMistake: "{name}: 실수 1개", mistakesOf: "{name}: 실수 {number}개",
    lostBy: "{turn}: {points}점 손해 (승률 {wins} %)", "ordinary:lostBy": "{turn}: {points}집 손해 (승률 {wins} %)",
    gainedBy: "{turn}: {points}점 이득 (승률 {wins} %)", "ordinary:gainedBy": "{turn}: {points}집 이득 (승률 {wins} %)",
    mistakeEntry: "{move}: {points}점; 더 좋은 수: {better}", "ordinary:mistakeEntry": "{move}: {points}집; 더 좋은 수: {better}",
    betterWas: "더 좋은 수: {better}", abstained: "{color} 불착", "ordinary:abstained": "{color} 패스", nextMistake: "다음 실수", previousMistake: "이전 실수",
    quiz: "실수 다시 풀기", quizAsk: "더 좋은 수를 찾아 두세요.", quizJudging: "엔진이 {move}을(를) 살피는 중 …", quizRight: "{move}, 좋은 수입니다.",
    quizBest: "엔진의 수는 {better}입니다.", quizShow: "정답 보기", quizEnd: "끝내기",
    quizDone: "{questions}문제 가운데 {found}문제를 한 번에 맞혔습니다.",
    keyMistakes: ", 와 .", keyMistakesDo: "이전 실수와 다음 실수", keyRules: "R", keyRulesDo: "규칙 보기",
    beginPlay: "{color} 차례입니다. 점을 눌러 돌을 놓으세요.", beginEngine: "엔진이 첫 수를 둡니다.",
    beginWaiting: "엔진을 다 불러오면 답합니다.",
    beginRecord: "바둑판 아래 단추로 대국을 따라가고, 점을 눌러 다른 수를 놓아 볼 수 있습니다.",
    rulesInShort: "규칙 한눈에 보기",
    network: "신경망 파일 …", networkLoading: "{name} 읽는 중 …", networkOpened: "이제 {name} 신경망으로 판단합니다.",
    edit: "기보 편집", setBlack: "흑돌 배치", setWhite: "백돌 배치", markTriangle: "세모", markSquare: "네모", markCircle: "동그라미",
    markCross: "가위표", markLetter: "글자 A, B, C", markNumber: "숫자 1, 2, 3", editMenu: "기보",
    promote: "주 수순으로", delete: "여기부터 지우기", deleteReally: "이 수와 그 뒤의 수순이 모두 사라집니다.",
    facts: "대국자, 대회, 날짜", rotate: "90° 돌리기", rank: "기력", event: "대회", round: "라운드", date: "날짜", place: "장소",
    keep: "저장",
    position: "{number}수 뒤", showBetter: "더 좋은 수순 보기", showPlayed: "대국으로 돌아가기",
  },
};

/** The languages of the page. */
export const LANGUAGES = Object.keys(TEXTS);

/**
 * A text in a language; `{name}` is replaced by a value.
 * @param {string} language
 * @param {string} key
 * @param {Record<string, string | number>} values
 * @param {boolean} isOrdinary Whether the game has rules of ordinary Go.
 */
export function text(language, key, values = {}, isOrdinary = false) {
  const texts = TEXTS[language] ?? TEXTS.en;
  const found = (isOrdinary ? texts[`ordinary:${key}`] : undefined) ?? texts[key] ?? TEXTS.en[key] ?? key;
  return found.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/**
 * A number of points with its unit: `6.5 points`; in Korean `6집 반` under ordinary rules, and `6.5점` under the One Pure Rules.
 * @param {string} language
 * @param {string | number} points
 * @param {boolean} isOrdinary
 */
export function amount(language, points, isOrdinary) {
  const number = mixed(String(points));
  if (language !== "ko") return number === "1" ? "1 point" : `${number} points`;
  if (!isOrdinary) return `${number}점`;
  if (number === "0.5") return "반집";
  return number.endsWith(".5") ? `${number.slice(0, -2)}집 반` : `${number}집`;
}

/** A fraction as a whole number and a proper fraction; halves as decimals. @param {string} number */
function mixed(number) {
  const [, above, below] = /^(\d+)\/(\d+)$/.exec(number) ?? [];
  if (!below) return number;
  if (below === "2") return String(Number(above) / 2);
  const whole = Math.floor(Number(above) / Number(below));
  return `${whole > 0 ? `${whole} ` : ""}${Number(above) % Number(below)}/${below}`;
}

/** The keys of a language, for tests. @param {string} language */
export function keysOf(language) {
  return Object.keys(TEXTS[language]);
}
