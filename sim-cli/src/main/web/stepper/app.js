// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The page: what stands where, and how a change of the view becomes a change of the page.
import { h, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Context } from "sluice/stepper/context.js";
import { Diagram } from "sluice/stepper/diagram.js";
import { Events } from "sluice/stepper/events.js";
import { Findings } from "sluice/stepper/findings.js";
import { CutNote, Help, Hint } from "sluice/stepper/help.js";
import { StepIndex } from "sluice/stepper/index.js";
import { listen } from "sluice/stepper/keys.js";
import { LessonPanel } from "sluice/stepper/lesson.js";
import { follow, parsed } from "sluice/stepper/link.js";
import { grouped, Model } from "sluice/stepper/model.js";
import { bounded } from "sluice/stepper/moves.js";
import { MemoryView } from "sluice/stepper/memoryview.js";
import { Panel } from "sluice/stepper/panel.js";
import { PartPanel } from "sluice/stepper/partpanel.js";
import { player } from "sluice/stepper/play.js";
import { Queues } from "sluice/stepper/queues.js";
import { Requests } from "sluice/stepper/requests.js";
import { Source } from "sluice/stepper/source.js";
import { firstView, Store } from "sluice/stepper/store.js";
import { Tabs } from "sluice/stepper/tabs.js";
import { Timeline } from "sluice/stepper/timeline.js";
import { Toolbar } from "sluice/stepper/toolbar.js";
import { Tracker } from "sluice/stepper/tracker.js";
import { Watch } from "sluice/stepper/watch.js";

/** @typedef {import("sluice/stepper/store.js").View} View */
/** @typedef {import("sluice/stepper/lesson.js").Lesson} Lesson */

/**
 * Builds the page.
 *
 * @param {any} head of the recording
 * @param {import("sluice/stepper/recording.js").Recording} recording
 * @param {Lesson | null} lesson
 */
export function start(head, recording, lesson) {
  const model = new Model(head, recording);
  const possible = (change) => fitting(model, change);
  const view = { ...firstView(), ...possible(parsed(location.hash.slice(1))) };
  const store = new Store(view);
  const context = new Context(model, new Tracker(model), store);
  const index = new StepIndex(model);
  follow(store, possible);
  player(context);
  listen(context);
  const root = document.createElement("div");
  root.id = "stepper";
  document.body.append(root);
  render(h(App, { context, index, lesson }), root);
}

/**
 * Leaves out of a view what the recording does not have.
 *
 * @param {Model} model
 * @param {Partial<View>} change
 * @returns {Partial<View>}
 */
function fitting(model, change) {
  const fitted = { ...change };
  if (fitted.step !== undefined) {
    fitted.step = bounded(model, fitted.step);
  }
  if (fitted.open !== undefined) {
    fitted.open = fitted.open.flatMap((opened) => {
      // of a group the first part
      const part = model.named(model.parts, opened.part)[0];
      if (part === undefined) {
        return [];
      }
      const { rows, ways } = model.geometry(part);
      return { ...opened, part: model.parts[part].name, set: opened.set !== null && opened.set < rows ? opened.set : null, way: opened.way !== null && opened.way < ways ? opened.way : null };
    });
  }
  return fitted;
}

/** @param {{context: Context, index: StepIndex, lesson: Lesson | null}} props */
function App({ context, index, lesson }) {
  const [, setView] = useState(context.view);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let frame = 0;
    const stop = context.store.listen(() => {
      // drags and keys held down change faster than a page is drawn
      if (frame === 0) {
        frame = requestAnimationFrame(() => {
          frame = 0;
          setView(context.view);
        });
      }
    });
    index.build(() => setReady(true));
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, []);
  const { model, tracker, view } = context;
  const range = view.watch === null ? null : model.range(view.watch);
  tracker.go(view.step, typeof range === "object" ? range : null);
  const watched = new Set([...tracker.holding.values()].map((holding) => holding.part));
  const count = model.head.findings.length;
  return h(
    "div",
    { class: `app ${lesson === null ? "" : "with-lesson"} ${view.open.length > 0 ? "opened" : ""}`, "data-ready": String(ready) },
    h(Toolbar, { context }),
    h(Timeline, { context, index }),
    h("div", { class: "notes" }, h(Hint, null), h(CutNote, { context })),
    h(
      "div",
      { class: "columns" },
      lesson !== null && h(LessonPanel, { context, lesson }),
      h("main", { class: "machine" },
        h(Panel, { name: "Device", title: model.head.device, className: "device", extra: h(DotLegend, null) },
          h(Diagram, { model, tracker, view, watched, onOpen: (part) => context.open(part), onRequest: (request) => context.follow(request) })),
        view.open.length === 0 && h("p", { class: "empty" }, "Click a part of the device to see what it holds: the sets and ways of a cache, ",
          "its misses under way, what waits and why."),
        h("div", { class: "open" }, view.open.map((opened) => h(PartPanel, { key: opened.part, context, opened })))),
      h("aside", { class: "side", "aria-label": "The step" },
        h(Panel, { name: "This step", title: `Step ${grouped(view.step)}`, note: `cycle ${grouped(model.recording.cycleOf(view.step))}`, className: "this-step" },
          h(Events, { context })),
        h(Tabs, { context, tabs: [
          { id: "watch", name: "Watch", body: () => h(Watch, { context }) },
          { id: "findings", name: "Findings", count, alarm: count > 0, body: () => h(Findings, { context }) },
          { id: "source", name: "Source", body: () => h(Source, { context, index }) },
          { id: "queues", name: "Queues", body: () => h(Queues, { context }) },
          { id: "memory", name: "Memory", body: () => h(MemoryView, { context }) },
          { id: "requests", name: "Requests", body: () => h(Requests, { context }) },
        ] })),
    ),
    view.help && h(Help, { context }),
    h("div", { class: "unseen", role: "status", "aria-live": "polite" }, view.playing ? "" : `Step ${view.step}`),
  );
}

function DotLegend() {
  return h("span", { class: "legend dot-legend" },
    [["read", "reads"], ["fill", "fills"], ["write", "writes"], ["write-back", "write-backs"], ["atomic", "atomics"]].map(([kind, name]) =>
      h("span", { key: kind, class: "legend-item" }, h("span", { class: `swatch round op-${kind}`, "aria-hidden": "true" }), name)));
}
