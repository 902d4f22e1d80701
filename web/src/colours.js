// One colour for each kind of time, the same in every view, on dark and on light.
import { schemeTableau10 } from "d3-scale-chromatic";

export const kKinds = [
  { name: "work in regions", colour: "#4c9f70" },
  { name: "serial work", colour: "#3b76af" },
  { name: "waiting for others", colour: "#d9534f" },
  { name: "idle", colour: "#b9c0c8" },
  { name: "lock", colour: "#8e63b5" },
  { name: "overhead", colour: "#e8923a" },
  { name: "blocked", colour: "#c9b037" },
  { name: "no processor", colour: "#8c2d5e" },
];
export const kClassColours = ["#4c9f70", "#d9534f", "#c9b037", "#8c2d5e"];

const kByKind = { blocked: 6, no_processor: 7 };
const kByWait = [[/^<idle/, 3], [/lock|critical|ordered|atomic|mutex/, 4], [/overhead/, 5]];

// Which of kKinds a node's own time is.
export function kindOf(node, region) {
  if (kByKind[node.kind] !== undefined) return kByKind[node.kind];
  if (node.kind !== "wait") return region >= 0 ? 0 : 1;
  const known = kByWait.find(([name]) => name.test(node.name));
  return known ? known[1] : 2;
}

// What events tell of a thread, in the order of the data: a name, and which of kKinds it is; -1: nothing is known.
export const kPieces = [
  { name: "works in", kind: 0 }, { name: "waits at the barrier of", kind: 2 }, { name: "waits in", kind: 2 },
  { name: "waits in", kind: 2 }, { name: "waits for the lock of", kind: 4 }, { name: "idle until", kind: 3 },
  { name: "in the runtime, begins or ends", kind: 5 }, { name: "in the runtime, begins", kind: 5 }, { name: "unknown", kind: -1 },
];

// What a device does, in the order of the data.
export const kDeviceColours = ["#1f8a8a", "#c2571a", "#7b5cc4", "#8a939d"];

// The ten heaviest regions have a colour of their own.
export function regionColour(region) {
  return region >= 0 && region < schemeTableau10.length ? schemeTableau10[region] : "#8a939d";
}

// A node of the tree: constructs and waiting by what they are, functions by a quiet colour made of their name.
export function nodeColour(node) {
  if (node.kind === "region") return "#7fc79a";
  if (node.kind === "task") return "#8fb8de";
  if (node.kind === "program") return "#b9c0c8";
  if (node.kind !== "function") return kKinds[kindOf(node, -1)].colour;
  let hash = 0;
  for (const letter of node.name) hash = (hash * 31 + letter.charCodeAt(0)) % 997;
  return `hsl(${35 + (hash % 20)} ${45 + (hash % 7) * 5}% ${68 + (hash % 5) * 3}%)`;
}

export function rgb(colour) {
  const number = parseInt(colour.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}
