// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Saves what stands on the page as a drawing: boxes, words, drawings and canvases of an element as one SVG that needs no style sheet.

const SVG = "http://www.w3.org/2000/svg";

/** Properties of drawings that style sheets give. */
const DRAWN = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "fill-opacity", "stroke-opacity", "font-family",
  "font-size", "font-weight", "text-anchor", "dominant-baseline", "visibility"];

/** Pictures are this much finer than the screen. */
const FINER = 2;

/**
 * Saves an element as SVG.
 *
 * @param {Element} element
 * @param {string} name of the file, without its ending
 */
export function saveSvg(element, name) {
  const text = new XMLSerializer().serializeToString(toSvg(element));
  download(new Blob([text], { type: "image/svg+xml" }), `${name}.svg`);
}

/**
 * Saves an element as PNG.
 *
 * @param {Element} element
 * @param {string} name of the file, without its ending
 */
export async function savePng(element, name) {
  const svg = toSvg(element);
  const text = new XMLSerializer().serializeToString(svg);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Number(svg.getAttribute("width")) * FINER;
  canvas.height = Number(svg.getAttribute("height")) * FINER;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => {
    if (blob !== null) {
      download(blob, `${name}.png`);
    }
  });
}

/**
 * An element as a drawing of its own.
 *
 * @param {Element} element
 * @returns {SVGSVGElement}
 */
export function toSvg(element) {
  const frame = element.getBoundingClientRect();
  const width = Math.ceil(Math.max(frame.width, element.scrollWidth));
  const height = Math.ceil(Math.max(frame.height, element.scrollHeight));
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("xmlns", SVG);
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const ground = rectangle(0, 0, width, height);
  ground.setAttribute("fill", getComputedStyle(document.body).backgroundColor);
  svg.append(ground);
  draw(element, svg, frame.left, frame.top);
  return svg;
}

/**
 * @param {Element} element
 * @param {Element} into
 * @param {number} left
 * @param {number} top
 */
function draw(element, into, left, top) {
  if (element.hasAttribute("data-unsaved") || element.classList.contains("unseen")) {
    return;
  }
  const style = getComputedStyle(element);
  if (style.display === "none" || style.visibility === "hidden") {
    return;
  }
  const box = element.getBoundingClientRect();
  if (element instanceof SVGSVGElement) {
    const copy = drawing(element);
    copy.setAttribute("x", String(box.left - left));
    copy.setAttribute("y", String(box.top - top));
    copy.setAttribute("width", String(box.width));
    copy.setAttribute("height", String(box.height));
    into.append(copy);
    return;
  }
  if (box.width > 0 && box.height > 0) {
    boxOf(style, box, into, left, top);
  }
  if (element instanceof HTMLCanvasElement) {
    const image = document.createElementNS(SVG, "image");
    image.setAttribute("href", element.toDataURL("image/png"));
    place(image, box, left, top);
    into.append(image);
    return;
  }
  if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) {
    const value = element instanceof HTMLSelectElement ? element.selectedOptions[0]?.textContent : element.value;
    words(value ?? "", box.left + 8, box.top + box.height / 2 + parseFloat(style.fontSize) * 0.35, style, into, left, top);
    return;
  }
  for (const node of element.childNodes) {
    if (node instanceof Element) {
      draw(node, into, left, top);
    } else if (node instanceof Text) {
      lines(node, style, into, left, top);
    }
  }
}

/**
 * Background and borders.
 *
 * @param {CSSStyleDeclaration} style
 * @param {DOMRect} box
 * @param {Element} into
 * @param {number} left
 * @param {number} top
 */
function boxOf(style, box, into, left, top) {
  const clear = style.backgroundColor === "transparent" || /, 0\)$/.test(style.backgroundColor);
  const sides = ["Top", "Right", "Bottom", "Left"].map((side) => ({
    width: style[`border${side}Style`] === "none" ? 0 : parseFloat(style[`border${side}Width`]),
    colour: style[`border${side}Color`],
  }));
  const even = sides.every((side) => side.width === sides[0].width && side.colour === sides[0].colour);
  if (!clear || (even && sides[0].width > 0)) {
    const rect = rectangle(box.left - left, box.top - top, box.width, box.height);
    rect.setAttribute("fill", clear ? "none" : style.backgroundColor);
    rect.setAttribute("rx", String(Math.min(parseFloat(style.borderTopLeftRadius) || 0, box.height / 2)));
    if (even && sides[0].width > 0) {
      rect.setAttribute("stroke", sides[0].colour);
      rect.setAttribute("stroke-width", String(sides[0].width));
    }
    into.append(rect);
  }
  if (!even) {
    const [t, r, b, l] = sides;
    const edges = [
      [t, box.left, box.top, box.width, t.width],
      [r, box.right - r.width, box.top, r.width, box.height],
      [b, box.left, box.bottom - b.width, box.width, b.width],
      [l, box.left, box.top, l.width, box.height],
    ];
    for (const [side, x, y, width, height] of /** @type {[{colour: string}, number, number, number, number][]} */ (edges)) {
      if (width > 0 && height > 0) {
        const rect = rectangle(x - left, y - top, width, height);
        rect.setAttribute("fill", side.colour);
        into.append(rect);
      }
    }
  }
}

/**
 * The words of a node, line by line as the browser broke them.
 *
 * @param {Text} node
 * @param {CSSStyleDeclaration} style
 * @param {Element} into
 * @param {number} left
 * @param {number} top
 */
function lines(node, style, into, left, top) {
  const text = node.data;
  if (text.trim() === "") {
    return;
  }
  const range = document.createRange();
  range.selectNodeContents(node);
  if (range.getClientRects().length === 1) {
    const box = range.getBoundingClientRect();
    words(text.replace(/\s+/g, " ").trim(), box.left, baseline(box, style), style, into, left, top);
    return;
  }
  let from = 0;
  let box = null;
  const end = (to) => {
    if (box !== null && text.slice(from, to).trim() !== "") {
      words(text.slice(from, to), box.left, baseline(box, style), style, into, left, top);
    }
  };
  for (let i = 0; i < text.length; i++) {
    range.setStart(node, i);
    range.setEnd(node, i + 1);
    const here = range.getClientRects()[0];
    if (here === undefined || here.width === 0) {
      continue;
    }
    if (box === null || Math.abs(here.top - box.top) > 3) {
      end(i);
      from = i;
      box = here;
    }
  }
  end(text.length);
}

/**
 * @param {DOMRect} box
 * @param {CSSStyleDeclaration} style
 */
function baseline(box, style) {
  return box.top + box.height / 2 + parseFloat(style.fontSize) * 0.35;
}

/**
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {CSSStyleDeclaration} style
 * @param {Element} into
 * @param {number} left
 * @param {number} top
 */
function words(text, x, y, style, into, left, top) {
  const element = document.createElementNS(SVG, "text");
  element.setAttribute("x", String(Math.round((x - left) * 10) / 10));
  element.setAttribute("y", String(Math.round((y - top) * 10) / 10));
  element.setAttribute("fill", style.color);
  element.setAttribute("font-family", style.fontFamily);
  element.setAttribute("font-size", style.fontSize);
  element.setAttribute("font-weight", style.fontWeight);
  element.setAttribute("xml:space", "preserve");
  element.textContent = style.textTransform === "uppercase" ? text.toUpperCase() : text;
  into.append(element);
}

/**
 * A copy of a drawing with what style sheets say written into it.
 *
 * @param {SVGSVGElement} element
 * @returns {SVGSVGElement}
 */
function drawing(element) {
  const copy = /** @type {SVGSVGElement} */ (element.cloneNode(true));
  const from = [element, ...element.querySelectorAll("*")];
  const to = [copy, ...copy.querySelectorAll("*")];
  from.forEach((source, i) => {
    const style = getComputedStyle(source);
    const own = to[i];
    const transform = source instanceof SVGCircleElement ? style.transform : "none";
    for (const name of ["style", "class", "id", "role", "tabindex", "aria-label", "data-level"]) {
      own.removeAttribute(name);
    }
    for (const name of DRAWN) {
      const value = style.getPropertyValue(name);
      if (value !== "") {
        own.setAttribute(name, value);
      }
    }
    if (transform !== "none") {
      own.setAttribute("transform", transform);
    }
  });
  return copy;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
function rectangle(x, y, width, height) {
  const rect = document.createElementNS(SVG, "rect");
  place(rect, { left: x, top: y, width, height }, 0, 0);
  return rect;
}

/**
 * @param {Element} element
 * @param {{left: number, top: number, width: number, height: number}} box
 * @param {number} left
 * @param {number} top
 */
function place(element, box, left, top) {
  element.setAttribute("x", String(Math.round((box.left - left) * 10) / 10));
  element.setAttribute("y", String(Math.round((box.top - top) * 10) / 10));
  element.setAttribute("width", String(Math.round(box.width * 10) / 10));
  element.setAttribute("height", String(Math.round(box.height * 10) / 10));
}

/**
 * @param {Blob} blob
 * @param {string} name
 */
function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
