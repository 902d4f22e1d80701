// Keys of the page.
import { make } from "./element.js";

const kKeys = [
  ["/", "search"], ["Esc", "clear what is selected"], ["z", "zoom the timeline to the selection"], ["x", "show the whole run again"],
  ["\u2190 \u2192", "move the selected stretch"], ["d", "dark or light"], ["Tab, Enter", "go through rows and nodes, choose one"], ["?", "this list"],
];

export function toggleTheme() {
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
}

export function showHelp(keys = kKeys) {
  const help = document.getElementById("help");
  const rows = keys.map(([key, what]) => make("tr", {}, make("td", {}, make("code", {}, key)), make("td", {}, what)));
  help.replaceChildren(make("table", {}, ...rows), make("form", { method: "dialog" }, make("button", {}, "close")));
  help.showModal();
}

// Moves the stretch by a quarter of its length, inside the run.
function move(store, direction) {
  const { from, to } = store.selection;
  if (from === null) return;
  const step = Math.max(-from, Math.min(store.model.end - to, (direction * (to - from)) / 4));
  store.set({ from: from + step, to: to + step });
}

export function listen(store, timeline) {
  const actions = {
    "/": () => document.getElementById("search").focus(),
    z: () => timeline.zoom(), x: () => timeline.unzoom(), d: toggleTheme, "?": () => showHelp(),
    ArrowLeft: () => move(store, -1), ArrowRight: () => move(store, 1),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && !document.getElementById("help").open) {
      document.activeElement?.blur?.();
      return store.clear();
    }
    const typing = event.target.matches?.("input, select, textarea");
    if (typing || !actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  });
}
