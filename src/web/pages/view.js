/**
 * The view of a game: the board, the players with their bowls, the events and the stakes.
 *
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./points.js").Color} Color
 * @typedef {import("./types.js").Scene} Scene
 */
import { forBlack } from "./analysis.js";
import { Board, svg, stoneDefinitions } from "./board.js";
import { bowl } from "./bowls.js";
import { shown } from "./clock.js";
import { button, byId, html, press, redraw } from "./dom.js";
import { errorWords } from "./errors.js";
import { place, signAt } from "./points.js";
import { cited } from "./rules-panel.js";
import { amount, text } from "./texts.js";

const LABELS = "ABCDEFGHJK";

/** The time for which a message stays, in milliseconds. */
const MESSAGE = 6000;

/** The number of candidates with a label on the board. */
const CANDIDATES = 6;

export class View {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {Board | null} */
    this.board = null;
    this.options = { ownership: true, policy: false, deadEnds: false, numbers: false };
    /** The game for which the board was made. @type {import("./tree.js").Root | null} */
    this.root = null;
    /** The point of the keyboard's cursor. @type {string | null} */
    this.cursor = null;
    /** The point under the pointer. @type {string | null} */
    this.hover = null;
    /** A variation that the board shows instead of the candidates. @type {string[] | null} */
    this.variation = null;
    /** Whether the analysis of the position is kept back, for a quiz. */
    this.hidesAnalysis = false;
    /** The points that a proof is about. @type {string[]} */
    this.zone = [];
    /** Whether the board got the focus by the keyboard, and shows a cursor. */
    this.isByKeyboard = false;
    /** The point of a first tap, on boards where a stone needs two taps. @type {string | null} */
    this.tapped = null;
    /** Shows the rules about articles that a sentence cites. @type {(articles: string[]) => void} */
    this.onCite = () => {};
    /** Whether a click on the board changes the record, and plays no move. */
    this.isEditing = false;
    /** Takes a click on a point; returns whether it has a use. @type {(point: string) => boolean} */
    this.onPoint = () => false;
    /** Takes a click on a stone; returns whether it has a use. @type {(point: string) => boolean} */
    this.onStone = () => false;
    /** Marks of a problem: the group that it is about, and the points of its hint. @type {[string, string][]} */
    this.questions = [];
    /** Whether the browser keeps the game on the page. */
    this.keepsGame = () => true;
    /** Whether a problem is on the board, instead of a lesson. */
    this.showsProblem = () => false;
    /** The last text of the live region. */
    this.said = "";
  }

  /**
   * Shows a variation on the board, or with null the candidates again.
   * @param {string[] | null} moves
   * @param {string[]} [zone] points to mark
   */
  showVariation(moves, zone = []) {
    [this.variation, this.zone] = [moves, zone];
    this.drawBoard();
  }

  /** @param {string} key @param {Record<string, string | number>} [values] */
  t(key, values) {
    return text(this.game.language, key, values, this.game.isOrdinary);
  }

  /** A number of points with its unit. @param {string | number} points */
  amount(points) {
    return amount(this.game.language, points, this.game.isOrdinary);
  }

  /** The lead of one colour in words. @param {number} lead Black's lead. */
  leadWords(lead) {
    if (Math.abs(lead) < 0.05) return this.t("even");
    return this.t("leads", { color: this.t(lead > 0 ? "black" : "white"), amount: this.amount(Math.abs(lead).toFixed(1)) });
  }

  /** Announces a text to screen readers. @param {string} words */
  say(words) {
    this.said = words;
    // Screen readers skip an unchanged text, so a repeated one gets a space.
    const live = byId("live");
    live.textContent = live.textContent === words ? `${words}\u00a0` : words;
  }

  /** Shows a message in the line below the board for some seconds. @param {string} words */
  toast(words) {
    const toast = byId("toast");
    toast.textContent = words;
    toast.classList.add("shown");
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(() => toast.classList.remove("shown"), MESSAGE);
    this.say(words);
  }

  /** Tells an error of the session. @param {string} message */
  fail(message) {
    this.toast(errorWords(message, this.game.language));
  }

  /** Puts the words of the language on the page. */
  translate() {
    this.words = `${this.game.language} ${this.game.isOrdinary}`;
    document.documentElement.lang = this.game.language;
    document.title = this.t("title");
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-text]"))) {
      element.textContent = this.t(element.dataset.text ?? "");
    }
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-label]"))) {
      element.setAttribute("aria-label", this.t(element.dataset.label ?? ""));
      if (element.matches("button")) element.title = this.t(element.dataset.label ?? "");
    }
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-placeholder]"))) {
      element.setAttribute("placeholder", this.t(element.dataset.placeholder ?? ""));
    }
  }

  /** Draws everything. */
  draw() {
    const { game } = this;
    const { scene } = game;
    byId("board").setAttribute("aria-busy", String(!game.isSettled() || Boolean(game.thinking)));
    // Until the scene of another game arrives, the board shows the game before, and nobody may play there.
    byId("board").classList.toggle("may-play", game.mayPlay);
    if (this.words !== `${game.language} ${game.isOrdinary}`) this.translate();
    if (!scene) return;
    if (this.board?.size !== scene.state.size || this.root !== game.root) {
      this.root = game.root;
      this.board = new Board(scene.state.size);
      byId("board").replaceChildren(this.board.element);
      this.cursor = null;
      // A message about the position before would be wrong about the next step of a lesson.
      if (game.isLearning) byId("toast").classList.remove("shown");
    }
    byId("board").setAttribute("aria-label", this.t("board", { size: scene.state.size }));
    if (this.tapped && (!game.mayPlay || signAt(scene.board, this.tapped) !== ".")) this.tapped = null;
    this.drawBoard();
    byId("terms").textContent = this.#terms(scene);
    for (const color of /** @type {Color[]} */ (["black", "white"])) this.#drawPlayer(color, scene);
    const told = this.tapped ? this.t("tapAgain", { point: this.tapped }) : (scene.told ?? this.#beginning());
    byId("told").classList.toggle("hint", Boolean(this.tapped));
    const line = byId("told");
    const isHint = !scene.told && !this.tapped;
    const isNew = redraw(line, [told, isHint], () => [...this.#cited(told), ...(isHint ? [" ", this.#wayToRules()] : [])]);
    const concluded = this.#drawConclusion();
    const said = [...(isNew ? [told] : []), ...concluded].join(" ");
    if (said) this.say(said);
    this.#drawStakes(scene);
    this.#drawEvents();
    this.#drawButtons(scene);
  }

  /**
   * The terms of the game: rules, komi and handicap.
   * @param {Scene} scene
   */
  #terms({ state, handicap }) {
    const komi = state.points.lead;
    return [
      this.rulesName(state.rules),
      komi === 0 ? this.t("noKomi") : this.t("komiOf", { komi, amount: this.amount(komi) }),
      handicap > 1 ? this.t("handicapOf", { stones: handicap }) : this.t("noHandicap"),
    ].join(" · ");
  }

  /**
   * The name of a rule set in the language of the page; a combination of rules has only its GTP name.
   * @param {string} rules
   */
  rulesName(rules) {
    const key = `rules:${rules}`;
    const name = this.t(key);
    return name === key ? rules : name;
  }

  /** The hint before the first move. */
  #beginning() {
    const { game } = this;
    if (game.isWaiting) return this.t("beginWaiting");
    if (game.mode === "analyse" && game.node.children.length > 0) return this.t("beginRecord");
    return game.mayPlay && game.turn ? this.t("beginPlay", { color: this.t(game.turn) }) : this.t("beginEngine");
  }

  /** A sentence whose citations link to the rules. @param {string} words */
  #cited(words) {
    return cited(words, (articles) => this.onCite(articles));
  }

  #wayToRules() {
    const way = html("button", { type: "button", class: "cite" }, [this.t("rulesInShort")]);
    way.addEventListener("click", () => this.onCite([]));
    return way;
  }

  /** Draws how play ended, and the count. Returns its sentences if they are new. */
  #drawConclusion() {
    const { game } = this;
    const { count } = game;
    const conclusion = count.conclusion((key, values) => this.t(key, values), (points) => this.amount(points));
    const { title, sentences } = conclusion ?? { title: "", sentences: [] };
    const isOver = conclusion !== null && Boolean(game.scene?.state.over);
    const isEnd = isOver && !count.isProvisional;
    const card = byId("conclusion");
    card.hidden = conclusion === null;
    card.classList.toggle("provisional", !isEnd);
    // The banner takes the place of the sentence about the last move.
    byId("told").hidden = isOver && !game.isLearning;
    byId("after-game").hidden = !isEnd || game.mode !== "play";
    const isTitled = redraw(byId("conclusion-title"), [title], () => [title]);
    const isNew = redraw(byId("conclusion-text"), sentences, () => sentences.map((sentence) => html("p", {}, this.#cited(sentence))));
    return conclusion && (isTitled || isNew) ? [title, ...sentences] : [];
  }

  /** Draws what the rules have at stake. Ordinary rules have no such panel. @param {Scene} scene */
  #drawStakes({ stakes, contact }) {
    byId("stakes-card").hidden = !contact;
    const nothing = this.t("nothingAtStake");
    const told = contact ? stakes : [];
    redraw(byId("stakes"), [contact, nothing, ...told], () => {
      if (contact && told.length === 0) return [html("li", { class: "faint" }, [nothing])];
      return told.map((words) => html("li", {}, this.#cited(words)));
    });
  }

  /** The analysis that the page shows of the position; null if it shows none. */
  get analysis() {
    const { node, mode } = this.game;
    return mode === "analyse" && !this.hidesAnalysis ? node.analysis : null;
  }

  /** Draws the board alone. */
  drawBoard() {
    const { game, board, options } = this;
    const { scene } = game;
    if (!scene || !board) return;
    const { last, size } = scene.state;
    const analysis = game.count.isOn ? null : this.analysis;
    const candidates = (analysis?.candidates ?? []).filter(({ visits }) => visits > 0);
    /** @type {[string, Color] | null} */
    const hovered = game.turn && this.tapped ? [this.tapped, game.turn]
      : game.turn && this.hover && game.mayPlay && !this.isEditing && this.#isFree(scene, this.hover) ? [this.hover, game.turn] : null;
    const { isOn, counted } = game.count;
    const isCounted = isOn || Boolean(game.learning?.showsPoints);
    const isMarked = (/** @type {boolean} */ wanted, /** @type {string[]} */ points) =>
      wanted ? points : points.filter((point) => point === this.hover || point === this.cursor);
    board.draw(scene.board, {
      last: last?.point,
      retired: last?.retired.flatMap((chain) => chain.points) ?? [],
      immovable: last?.immovable ?? [],
      deadEnds: isCounted ? [] : isMarked(options.deadEnds, scene.dead_ends),
      selfFills: isCounted ? [] : isMarked(options.deadEnds, scene.self_fills),
      owners: isCounted ? (counted?.owners ?? scene.owners) : null,
      contact: scene.contact,
      dead: isOn ? (counted?.lost ?? []) : [],
      ownership: options.ownership ? (analysis?.ownership ?? null) : null,
      policy: options.policy && analysis && !this.variation
        ? candidates.filter(({ move, prior }) => move !== "pass" && prior >= 0.002).map(({ move, prior }) => [move, prior]) : [],
      candidates: options.policy || this.variation ? [] : candidates.slice(0, CANDIDATES).map(({ move, winrate }, index) =>
        ({ point: move, label: LABELS[index], winRate: winrate })),
      numbers: options.numbers ? this.#numbers(scene) : [],
      ghosts: this.#ghosts(),
      zone: this.zone,
      marks: isOn ? [] : [...this.#questions(scene), ...game.node.marks()],
      cursor: this.tapped ?? (this.isByKeyboard ? this.cursor : null),
      hover: this.#pending(scene) ?? hovered,
    });
    this.size = size;
  }

  /**
   * Whether a stone may be placed on a point.
   * @param {Scene} scene
   * @param {string} point
   */
  #isFree(scene, point) {
    return signAt(scene.board, point) === "." && !scene.forbidden?.includes(point);
  }

  /**
   * The marks of a problem, without those of stones that have left the board.
   * @param {Scene} scene
   */
  #questions(scene) {
    return this.questions.filter(([point, kind]) => (signAt(scene.board, point) === ".") === (kind === "CR"));
  }

  /**
   * The placement on the page whose scene has not come yet; null if there is none.
   * @param {Scene} scene
   * @returns {[string, Color] | null}
   */
  #pending(scene) {
    const { node, language } = this.game;
    const isNext = node.move && !node.scenes[language] && node.parent?.scenes[language] === scene;
    return isNext && node.move && place(node.move[1]) ? [node.move[1], node.move[0]] : null;
  }

  /**
   * The numbers of moves whose stones are still on the board.
   * @param {Scene} scene
   * @returns {[string, number][]}
   */
  #numbers(scene) {
    /** @type {Map<string, [string, number]>} */
    const found = new Map();
    this.game.node.path().filter((node) => node.move).forEach((node, index) => {
      const [color, point] = /** @type {[Color, string]} */ (node.move);
      const sign = color === "black" ? "#" : "O";
      if (place(point) && signAt(scene.board, point) === sign) found.set(point, [point, index + 1]);
    });
    return [...found.values()];
  }

  /** @returns {[string, Color, string][]} */
  #ghosts() {
    // A proof needs no analysis.
    const first = this.game.node.analysis?.color ?? this.game.turn;
    if (!this.variation || !first) return [];
    const second = first === "black" ? "white" : "black";
    /** @type {[string, Color, string][]} */
    const found = this.variation.map((point, index) => [point, index % 2 === 0 ? first : second, String(index + 1)]);
    // Of two moves on one point the first is shown.
    return found.filter(([point], index) => place(point) && this.variation?.indexOf(point) === index);
  }

  /**
   * Draws a player: name, clock, points, and stones.
   * @param {Color} color
   * @param {Scene} scene
   */
  #drawPlayer(color, scene) {
    const { game } = this;
    const card = byId(`player-${color}`);
    card.classList.toggle("turn", game.turn === color && !scene.state.over);
    const stones = scene.state.stones[color];
    const points = (game.count.counted?.points ?? scene.state.points)[color];
    const state = `${color} ${stones.waiting} ${stones.quarantined} ${stones.board}`;
    redraw(card, [state, game.language], () => {
      const prefix = `player-${color}-`;
      const stone = svg("svg", { viewBox: "-21 -21 42 44", class: "stone", "aria-hidden": "true" }, [
        stoneDefinitions(prefix), svg("use", { href: `#${prefix}${color}` }),
      ]);
      const figure = (/** @type {Element} */ picture, /** @type {number} */ number, /** @type {string} */ label) =>
        html("figure", {}, [picture, html("figcaption", {}, [html("b", {}, [String(number)]), this.t(label)])]);
      const bowls = stones.waiting === null ? [] : [html("div", { class: "bowls" }, [
        figure(bowl("bowl", color, stones.waiting), stones.waiting, "waiting"),
        figure(bowl("tray", color, stones.quarantined), stones.quarantined, "quarantined"),
      ])];
      return [
        html("h2", {}, [stone, this.t(color)]),
        html("p", { class: "who" }, [html("span", { class: "name" }), html("span", { class: "clock" })]),
        html("p", { class: "score" }),
        ...bowls,
      ];
    });
    const name = game.mode === "play" ? this.#playerName(color) : game.root.players[color];
    const thinks = game.thinking === color ? this.t("thinking") : "";
    /** @type {HTMLElement} */ (card.querySelector(".name")).textContent = thinks || name;
    /** @type {HTMLElement} */ (card.querySelector(".score")).textContent = this.#score(color, scene, points);
    this.drawClock(color);
  }

  /**
   * What a player has: points, or captured stones as long as ordinary rules are not counted, and the lead during an analysis.
   * @param {Color} color
   * @param {Scene} scene
   * @param {number} points
   */
  #score(color, scene, points) {
    const { game } = this;
    const counted = game.isOrdinary ? this.amount(points) : points === 1 ? this.t("onePoint") : this.t("points", { points });
    if (game.count.isOn || (scene.state.over && !game.node.ended)) return counted;
    const stones = prisoners(scene, color);
    const own = !game.isOrdinary ? counted : stones === 1 ? this.t("onePrisoner") : this.t("prisoners", { stones });
    const { analysis } = this;
    if (!analysis) return own;
    const lead = forBlack(analysis).lead * (color === "black" ? 1 : -1);
    return lead < 0.05 ? own : `${own} · ${this.t("ahead", { amount: this.amount(lead.toFixed(1)) })}`;
  }

  /** @param {Color} color */
  #playerName(color) {
    const { players } = this.game;
    if (players[color] === "engine") return this.t("engine");
    return this.t(players.black === players.white ? "person" : "human");
  }

  /** @param {Color} color */
  drawClock(color) {
    const { clocks, mode } = this.game;
    const left = clocks?.leftOf(color);
    const clock = byId(`player-${color}`).querySelector(".clock");
    if (clock) clock.textContent = clocks && mode === "play" ? (left ? shown(left) : "0:00") : "";
  }

  /** Draws the events so far in the line on the page. */
  #drawEvents() {
    const { game } = this;
    const nodes = game.node.path().filter((node) => node.events[game.language]).reverse();
    redraw(byId("events"), [game.language, ...nodes.flatMap((node) => [node, node.events[game.language]])], () => {
      if (nodes.length === 0) return [html("li", { class: "faint" }, [this.t("nothingYet")])];
      return nodes.map((node) => {
        const number = node.moves();
        const go = html("button", { type: "button", "aria-label": this.t("moveNumber", { number }) }, [String(number)]);
        const entry = html("li", {}, [go, " ", ...this.#cited(node.events[game.language])]);
        // A click on the entry shows the move; for the keyboard its number is a button.
        entry.addEventListener("click", () => void game.go(node));
        return entry;
      });
    });
  }

  /** @param {Scene} scene */
  #drawButtons(scene) {
    const { game } = this;
    const isPlay = game.mode === "play";
    press("mode-play", isPlay && !game.isLearning);
    press("mode-analyse", !isPlay);
    press("mode-learn", game.isLearning && !this.showsProblem());
    press("mode-problems", game.isLearning && this.showsProblem());
    const { count } = game;
    press("count", count.isOn);
    button("count").textContent = this.t(count.isOn ? "endCount" : "count");
    button("abstain").disabled = !game.mayPlay || Boolean(scene.state.over);
    button("undo").disabled = !game.node.parent && !game.node.ended;
    button("resign").disabled = Boolean(scene.state.over) || Boolean(game.thinking);
    button("resign").hidden = !isPlay;
    byId("move-now").hidden = !game.thinking;
    const areEngines = isPlay && game.players.black === "engine" && game.players.white === "engine";
    byId("pause").hidden = !(areEngines && !scene.state.over) && !(isPlay && game.isPaused);
    button("pause").textContent = this.t(game.isPaused ? "resume" : "pause");
    byId("agreement").hidden = !(count.isOn && scene.agreement && !game.isLearning);
    for (const id of ["agree-help", "suggest"]) byId(id).hidden = !count.isProvisional;
    button("confirm").disabled = !count.counted;
    button("confirm").classList.toggle("strong", count.isProvisional);
    button("confirm").textContent = this.t(count.isProvisional ? "confirmResult" : "changeResult");
    const isThinking = Boolean(game.thinking);
    button("first").disabled = isThinking || !game.node.parent;
    button("back").disabled = isThinking || !game.node.parent;
    button("forward").disabled = isThinking || game.node.children.length === 0;
    button("last").disabled = isThinking || game.node.children.length === 0;
    const [moves, all] = [game.node.moves(), game.node.line().filter((node) => node.move).length];
    byId("number").textContent = all > moves ? `${moves} / ${all}` : String(moves);
    byId("analysis").hidden = isPlay;
    document.body.classList.toggle("analysing", !isPlay);
    press("live-analysis", game.isAnalysing);
    press("show-ownership", this.options.ownership);
    press("show-policy", this.options.policy);
    press("show-dead-ends", this.options.deadEnds);
    press("show-numbers", this.options.numbers);
  }

  /**
   * A description of a point in words.
   * @param {string} point
   */
  describe(point) {
    const { scene } = this.game;
    if (!scene) return point;
    const sign = signAt(scene.board, point);
    const what = [this.t(sign === "#" ? "blackStone" : sign === "O" ? "whiteStone" : "empty")];
    if (scene.state.last?.point === point) what.push(this.t("lastMove"));
    if (scene.dead_ends.includes(point)) what.push(this.t("deadEnd"));
    if (scene.self_fills.includes(point)) what.push(this.t("selfFill"));
    if (scene.forbidden?.includes(point)) what.push(this.t("forbidden"));
    const { analysis } = this;
    const candidate = analysis?.candidates.find(({ move }) => move === point);
    if (analysis && candidate) {
      const { winRate } = forBlack({ ...candidate, color: analysis.color });
      what.push(this.t("blackWins", { wins: (100 * winRate).toFixed(0) }));
    }
    return this.t("cursor", { point, what: what.join(", ") });
  }
}

/**
 * The stones of the other colour that a colour has captured.
 * @param {Scene} scene
 * @param {Color} color
 */
function prisoners({ retired }, color) {
  return retired.filter((chain) => chain.color !== color).reduce((all, { points, times }) => all + points.length * times, 0);
}
