// SPDX-License-Identifier: Apache-2.0
// @ts-check
// A lesson beside the picture: text whose links jump to steps, and a question at its end. docs/stepping.md says how one is written.
import { h } from "preact";
import { useRef, useState } from "preact/hooks";

/** @typedef {import("sluice/stepper/context.js").Context} Context */
/**
 * @typedef {object} Question
 * @property {string} html what is asked
 * @property {string[]} [choices] to choose from; without these the answer is written
 * @property {string} answerHash SHA-256 of the right answer, in hexadecimal: of the number of the choice, from 0, or of the written answer without
 *   spaces around it, in lower case, numbers as {@link plain} has them
 * @property {string} [right] what to say, as HTML, when the answer is right
 * @property {string} [wrong] what to say, as HTML, when it is not
 */
/** @typedef {{title: string, html: string, question?: Question}} Lesson */

/** @param {{context: Context, lesson: Lesson}} props */
export function LessonPanel({ context, lesson }) {
  return h(
    "aside",
    { class: "lesson", "aria-label": "Lesson" },
    h("h2", null, lesson.title),
    h("div", { class: "lesson-text", onClick: (event) => jump(context, event), dangerouslySetInnerHTML: { __html: lesson.html } }),
    lesson.question && h(Asked, { context, question: lesson.question }),
  );
}

/**
 * Follows a link of the text: {@code data-step}, {@code data-open}, {@code data-set}, {@code data-watch}.
 *
 * @param {Context} context
 * @param {MouseEvent} event
 */
function jump(context, event) {
  const link = /** @type {HTMLElement} */ (event.target).closest("[data-step], [data-open], [data-watch]");
  if (!(link instanceof HTMLElement)) {
    return;
  }
  event.preventDefault();
  const { step, open, set, way, watch } = link.dataset;
  if (step !== undefined) {
    context.store.set({ playing: false });
    context.go(Number(step));
  }
  const part = open === undefined ? undefined : context.model.byName.get(open);
  if (part !== undefined) {
    context.open(part, set === undefined ? null : Number(set), way === undefined ? null : Number(way));
  }
  if (watch !== undefined) {
    context.watch(watch);
  }
}

/** @param {{context: Context, question: Question}} props */
function Asked({ context, question }) {
  const [verdict, setVerdict] = useState(/** @type {boolean | null} */ (null));
  /** @type {{current: HTMLFormElement | null}} */
  const form = useRef(null);
  const check = async (event) => {
    event.preventDefault();
    const given = String(new FormData(/** @type {HTMLFormElement} */ (form.current)).get("answer") ?? "");
    if (given !== "") {
      setVerdict((await digest(plain(given.trim().toLowerCase()))) === question.answerHash);
    }
  };
  return h(
    "form",
    { class: "question", ref: form, onSubmit: check },
    h("h3", null, "Question"),
    h("div", { onClick: (event) => jump(context, event), dangerouslySetInnerHTML: { __html: question.html } }),
    question.choices === undefined
      ? h("label", { class: "answer" }, "Your answer ", h("input", { name: "answer", autocomplete: "off" }))
      : h("fieldset", null, h("legend", { class: "unseen" }, "Answers"),
          question.choices.map((choice, i) => h("label", { key: i, class: "answer" }, h("input", { type: "radio", name: "answer", value: String(i) }), " ", choice))),
    h("button", { type: "submit" }, "Check"),
    h("div", { role: "status", class: verdict === null ? "" : verdict ? "right" : "wrong" },
      verdict !== null && h("div", { dangerouslySetInnerHTML: {
        __html: verdict ? (question.right ?? "Right.") : (question.wrong ?? "Not yet. Step through it again.") } })),
  );
}

/**
 * An answer as the page has it: a number without what reports put between its digits, without a plus, and with a plain minus.
 *
 * @param {string} given
 */
export function plain(given) {
  const number = /^([+\u2212-]?)(\d+|\d{1,3}([,_'\s]\d{3})+)$/.exec(given);
  return number === null ? given : (number[1] === "" || number[1] === "+" ? "" : "-") + number[2].replace(/\D/g, "");
}

/**
 * SHA-256 in hexadecimal.
 *
 * @param {string} text
 */
export async function digest(text) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (b) => b.toString(16).padStart(2, "0")).join("");
}
