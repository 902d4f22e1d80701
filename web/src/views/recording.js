// How it was recorded, and what the recorder and the report have to say of it.
import { make } from "../element.js";
import { count, seconds } from "../format.js";

function facts({ run }) {
  return [
    ["program", run.commands ? run.commands.join("; ") : run.command],
    ["host", run.hosts.join(", ")],
    ["runtime", run.runtimes.join(", ")],
    ["samples", `${count(run.samples)}, ${run.reached_hz.toFixed(0)} of ${run.frequency_hz.toFixed(0)} per second and thread, ${run.clock}`],
    ["lost", `${count(run.lost)} samples, ${seconds(run.lost_s)}`],
    ["own cost", `${seconds(run.own_cpu_s)} of processor time`],
    ["complete", run.complete ? "yes" : "no: a process did not end the recording"],
  ];
}

export function mountRecording(root, store) {
  const { model } = store;
  const rows = facts(model.report).map(([name, value]) => make("tr", {}, make("td", {}, name), make("td", {}, value)));
  if (model.untimed > 0) rows.push(make("tr", {}, make("td", {}, "without a time"), make("td", {}, `${seconds(model.untimed)}: in the sums, not in the timeline`)));
  if (model.grain > 0) rows.push(make("tr", {}, make("td", {}, "timeline"), make("td", {}, `stretches below ${seconds(model.grain)} are pooled${model.coarse ? ", each with its heaviest place" : ""}`)));
  root.append(make("h2", {}, "How it was recorded"), make("table", {}, make("tbody", {}, ...rows)),
    make("ul", {}, ...model.report.notes.map((note) => make("li", {}, note))));
}
