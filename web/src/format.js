// Numbers and names as the page writes them.

// Seconds with three digits that count: `12.3 s`, `4.56 ms`, `7 us`, `0`.
export function seconds(s) {
  if (s === null || s === undefined || Number.isNaN(s)) return "";
  const size = Math.abs(s);
  if (size === 0) return "0";
  if (size >= 1) return `${digits(s)} s`;
  if (size >= 1e-3) return `${digits(s * 1e3)} ms`;
  return `${digits(s * 1e6)} us`;
}

function digits(value) {
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

export function percent(share) {
  return `${(share * 100).toFixed(1)} %`;
}

export function count(number) {
  return number === null || number === undefined ? "" : String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

// Longer names lose their middle.
export function short(name, longest = 80) {
  if (name.length <= longest) return name;
  const half = Math.floor((longest - 3) / 2);
  return `${name.slice(0, half)}...${name.slice(-half)}`;
}

const kConstructWords = { region: "parallel in ", task: "task in " };

// What a node of the tree is called: `parallel in solve`, `<implicit barrier>`.
export function label(node) {
  const words = node.kind === "region" && node.suffix === "teams" ? "teams in " : kConstructWords[node.kind] ?? "";
  return words + node.name;
}

// `cg.c:42`, or what else is known of a place.
export function place(thing) {
  if (!thing.file || thing.one_of) return thing.place ?? "";
  const file = thing.file.slice(thing.file.lastIndexOf("/") + 1);
  return thing.line ? `${file}:${thing.line}` : file;
}
