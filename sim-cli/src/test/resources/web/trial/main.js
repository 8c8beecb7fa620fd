import { h, render } from "preact";
import { useState } from "preact/hooks";
import d3 from "d3";
import sankey from "d3-sankey";
import { bytes, json } from "sluice/common/data.js";

function Out() {
  const [count] = useState(1);
  const text = [json("words").text, [...bytes("numbers")], d3.version, count, Object.keys(sankey).includes("sankey") ? "sankey" : ""];
  return h("p", { id: "out" }, text.join(" "));
}

render(h(Out, null), document.body);
