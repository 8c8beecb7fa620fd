// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Help: the keys, how to begin, and what was recorded.
import { h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { KEYS } from "sluice/stepper/keys.js";
import { grouped } from "sluice/stepper/model.js";
import { remember, remembered } from "sluice/stepper/theme.js";

/** @typedef {import("sluice/stepper/context.js").Context} Context */

const SEEN = "sluice-stepper-seen";

/** @param {{context: Context}} props */
export function Help({ context }) {
  /** @type {{current: HTMLDialogElement | null}} */
  const dialog = useRef(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const close = () => context.store.set({ help: false });
  return h(
    "dialog",
    { class: "help", ref: dialog, "aria-label": "Help", onClose: close, onClick: (e) => e.target === dialog.current && close() },
    h("div", { class: "help-inner" },
      h("h2", null, "Keys"),
      h("dl", { class: "keys" }, KEYS.map(([keys, what]) => h("div", { key: keys },
        h("dt", null, keys.split(" ").map((key) => h("kbd", { key }, key))), h("dd", null, what)))),
      h("h2", null, "Mouse and touch"),
      h("p", null, "Click a part of the device to open it, a dot to follow its request, a byte to watch its word (Shift: the byte alone), ",
        "the line of steps to go anywhere; turn the wheel over it to stretch it. The address of the page always leads back to what it shows: copy it. ",
        "SVG and PNG at a panel save it."),
      h("p", { class: "help-end" }, h("button", { onClick: close }, "Close"))),
  );
}

/** A hint for who is here for the first time. */
export function Hint() {
  const [shown, setShown] = useState(remembered(SEEN) === null);
  if (!shown) {
    return null;
  }
  const close = () => {
    remember(SEEN, "1");
    setShown(false);
  };
  return h(
    "p",
    { class: "hint", role: "note" },
    h("span", null, h("kbd", null, "→"), " steps, ", h("kbd", null, "←"), " steps back, ", h("kbd", null, "Space"), " plays. ",
      "Click a part to look inside, a byte to find all its copies. ", h("kbd", null, "f"), " finds what went wrong, ", h("kbd", null, "?"), " shows all keys."),
    h("button", { class: "quiet", onClick: close, "aria-label": "Close the hint" }, "✕"),
  );
}

/** Why recordings end early. */
const CUTS = { maxSteps: "it reached --max-steps", to: "it reached --to", maxCycles: "the run reached --max-cycles", interrupted: "the run was interrupted" };

/** Says so when not the whole run was recorded. @param {{context: Context}} props */
export function CutNote({ context }) {
  const { head } = context.model;
  if (head.complete) {
    return null;
  }
  const why = CUTS[head.cut];
  const watched = (head.watch ?? []).map((w) => `${w.resource}:${w.offset}:${w.length}`);
  return h(
    "p",
    { class: "cut", role: "note" },
    `Recorded: cycles ${grouped(head.firstCycle)} to ${grouped(head.lastCycle)} of ${grouped(head.runCycles)}`,
    watched.length > 0 ? `, only what touches ${watched.join(", ")}` : "",
    why === undefined ? "" : `; ${why}`,
    why === undefined ? "." : [". ", h("code", { key: "from" }, "--from"), " shows what follows."],
  );
}
