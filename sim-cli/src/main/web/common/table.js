// SPDX-License-Identifier: Apache-2.0
// @ts-check
// A table that sorts, filters and saves itself as CSV.
import { h } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { save } from "sluice/common/save.js";

/**
 * A column.
 *
 * @typedef {object} Column
 * @property {string} key its name in CSV
 * @property {string} title
 * @property {(row: any) => any} value what it sorts by and what CSV has: a number, a text, or null
 * @property {(row: any) => any} [show] what is to be seen; the value without it
 * @property {boolean} [number] whether it stands to the right and sorts from large to small first
 * @property {string} [hint] what it means
 */

const SHOWN = 60;
const PRINTED = 1500;

/**
 * A table.
 *
 * @param {object} props
 * @param {string} props.name of the file that CSV is saved as
 * @param {string} props.caption what a reader who does not see it is told first
 * @param {Column[]} props.columns
 * @param {any[]} props.rows
 * @param {string} [props.sort] the key of the column that it is sorted by at first
 * @param {number} [props.shown] rows that are there before somebody asks for more
 * @param {(row: any) => boolean} [props.marked] which rows stand out
 * @param {(row: any) => void} [props.onPick] called with a row that was picked
 */
export function Table({ name, caption, columns, rows, sort, shown = SHOWN, marked, onPick }) {
  const [order, setOrder] = useState({ key: sort ?? "", down: true, touched: sort !== undefined });
  const [filter, setFilter] = useState("");
  const [most, setMost] = useState(shown);
  useEffect(() => {
    const all = () => setMost((was) => Math.max(was, PRINTED));
    window.addEventListener("beforeprint", all);
    return () => window.removeEventListener("beforeprint", all);
  }, []);
  const sorted = useMemo(() => arrange(rows, columns, filter, order), [rows, columns, filter, order]);
  const part = sorted.slice(0, most);
  /** @param {Column} column */
  const turn = (column) =>
    setOrder(
      order.touched && order.key === column.key
        ? { key: column.key, down: !order.down, touched: true }
        : { key: column.key, down: column.number === true, touched: true },
    );
  return h(
    "div",
    { class: "table" },
    h(
      "div",
      { class: "tools" },
      h("input", {
        type: "search",
        placeholder: "Filter",
        "aria-label": `Filter ${caption}`,
        value: filter,
        onInput: (/** @type {any} */ event) => setFilter(event.target.value),
      }),
      h(
        "span",
        { class: "faint", "aria-live": "polite" },
        sorted.length === rows.length ? `${rows.length} rows` : `${sorted.length} of ${rows.length} rows`,
      ),
      h(
        "button",
        {
          type: "button",
          class: "csv",
          "aria-label": `Save ${caption} as CSV`,
          onClick: () => save(`${name}.csv`, "text/csv", csv(columns, sorted)),
        },
        "CSV",
      ),
    ),
    h(
      "div",
      { class: "scroll", tabIndex: 0, role: "region", "aria-label": caption },
      h(
        "table",
        { id: `table-${name}` },
        h("caption", { class: "hidden" }, caption),
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            columns.map((column) =>
              h(
                "th",
                {
                  scope: "col",
                  class: column.number ? "number" : "",
                  "aria-sort":
                    order.touched && order.key === column.key ? (order.down ? "descending" : "ascending") : "none",
                },
                h(
                  "button",
                  { type: "button", class: "sort", title: column.hint ?? "", onClick: () => turn(column) },
                  column.title,
                  h(
                    "span",
                    { class: "arrow", "aria-hidden": "true" },
                    order.touched && order.key === column.key ? (order.down ? "▼" : "▲") : "",
                  ),
                ),
              ),
            ),
          ),
        ),
        h(
          "tbody",
          null,
          part.map((row, at) =>
            h(
              "tr",
              { key: row.id ?? at, class: marked?.(row) ? "marked" : "" },
              columns.map((column, i) => {
                const seen = column.show ? column.show(row) : plain(column.value(row));
                const cell = i === 0 ? "th" : "td";
                return h(
                  cell,
                  { class: column.number ? "number" : "", ...(i === 0 ? { scope: "row" } : {}) },
                  i === 0 && onPick
                    ? h("button", { type: "button", class: "pick", onClick: () => onPick(row) }, seen)
                    : seen,
                );
              }),
            ),
          ),
        ),
      ),
    ),
    sorted.length > part.length
      ? h(
          "button",
          { type: "button", class: "more", onClick: () => setMost(sorted.length) },
          `Show all ${sorted.length}`,
        )
      : null,
  );
}

/**
 * The rows that a filter leaves, in order.
 *
 * @param {any[]} rows
 * @param {Column[]} columns
 * @param {string} filter
 * @param {{key: string, down: boolean, touched: boolean}} order
 */
function arrange(rows, columns, filter, order) {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const left =
    words.length === 0
      ? rows
      : rows.filter((row) => {
          const text = columns
            .map((column) => column.value(row) ?? "")
            .join(" ")
            .toLowerCase();
          return words.every((word) => text.includes(word));
        });
  const column = columns.find((one) => one.key === order.key);
  if (!order.touched || column === undefined) {
    return left;
  }
  const keyed = left.map((row, at) => ({ row, at, value: column.value(row) }));
  keyed.sort((a, b) => (order.down ? compare(b.value, a.value) : compare(a.value, b.value)) || a.at - b.at);
  return keyed.map((one) => one.row);
}

/**
 * @param {any} a
 * @param {any} b
 */
function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") {
    return a - b;
  }
  if (a === null || b === null || a === undefined || b === undefined) {
    return (a === null || a === undefined ? 0 : 1) - (b === null || b === undefined ? 0 : 1);
  }
  const x = String(a);
  const y = String(b);
  return natural(x, y);
}

/**
 * Names with numbers in them, in the order of the numbers.
 *
 * @param {string} x
 * @param {string} y
 */
function natural(x, y) {
  const a = x.match(/\d+|\D+/g) ?? [];
  const b = y.match(/\d+|\D+/g) ?? [];
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const by = Number(a[i]) - Number(b[i]);
    if (!Number.isNaN(by) && by !== 0) {
      return by;
    }
    if (Number.isNaN(by) && a[i] !== b[i]) {
      return a[i] < b[i] ? -1 : 1;
    }
  }
  return a.length - b.length;
}

/** @param {any} value */
function plain(value) {
  return value === null || value === undefined ? "" : String(value);
}

/**
 * Rows as CSV (RFC 4180).
 *
 * @param {Column[]} columns
 * @param {any[]} rows
 */
export function csv(columns, rows) {
  const lines = [columns.map((column) => quoted(column.key)).join(",")];
  for (const row of rows) {
    lines.push(columns.map((column) => quoted(plain(column.value(row)))).join(","));
  }
  return lines.join("\r\n") + "\r\n";
}

/** @param {string} text */
function quoted(text) {
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
