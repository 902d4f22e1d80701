// Unpacks the data, and mounts the views.
import { make } from "./element.js";
import { place, seconds, short } from "./format.js";
import { listen, showHelp, toggleTheme } from "./keyboard.js";
import { Model } from "./model.js";
import { mountScaling } from "./scaling.js";
import { Store } from "./store.js";
import { unpack } from "./data.js";
import { mountAdvice } from "./views/advice.js";
import { mountBalance } from "./views/balance.js";
import { mountCode } from "./views/code.js";
import { mountDevices } from "./views/devices.js";
import { mountRanks } from "./views/ranks.js";
import { mountRecording } from "./views/recording.js";
import { mountRegions } from "./views/regions.js";
import { mountTimeline } from "./views/timeline.js";
import { mountTree } from "./views/tree.js";
import { mountVerdict } from "./views/verdict.js";

// What is selected, each with a way back.
function drawChips(store) {
  const { region, from, to } = store.selection;
  const chip = (text, undo) => make("button", { class: "chip", title: "Clear (Esc clears all)", onclick: () => store.set(undo) }, `${text} \u00d7`);
  const chips = [];
  if (region !== null) {
    const row = store.model.regions[region];
    chips.push(chip(`${short(row.function, 40)} ${place(row)}`, { region: null }));
  }
  if (from !== null) chips.push(chip(`${seconds(from)} to ${seconds(to)}`, { from: null, to: null }));
  document.getElementById("chips").replaceChildren(...chips);
}

function mount(store) {
  const at = (id) => document.getElementById(id);
  document.getElementById("command").textContent = store.model.report.run.command;
  mountAdvice(at("advice"), store);
  mountRanks(at("ranks"), store.model);
  mountRecording(at("recording"), store);
  const timeline = mountTimeline(at("timeline"), store);
  for (const view of [drawChips, mountVerdict(at("verdict"), store), () => timeline.draw(), mountRegions(at("regions"), store),
    mountBalance(at("balance"), store), mountDevices(at("devices"), store), mountTree(at("tree"), store), mountCode(at("code"), store)]) store.add(view);
  at("theme").addEventListener("click", toggleTheme);
  at("keys").addEventListener("click", () => showHelp());
  listen(store, timeline);
}

async function start() {
  document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const holder = document.getElementById("limpid-data");
  const data = await unpack(holder.textContent);
  holder.remove();
  if (data.scaling) {
    mountScaling(data.scaling);
  } else {
    const store = new Store(new Model(data));
    mount(store);
    store.clear();
    window.limpid = store;  // for a browser's console
  }
  document.documentElement.dataset.ready = "yes";
}

start().catch((error) => {
  document.querySelector("main").prepend(make("p", {}, `This page could not be drawn: ${error.message}`));
  throw error;
});
