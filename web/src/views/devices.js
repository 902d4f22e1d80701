// What offload devices did: the report's numbers, or, of a stretch of time, the sums of the timeline.
import { make } from "../element.js";
import { count, seconds } from "../format.js";

const kUnknown = "\u00b7";
const kHeads = ["device", "kernels", "kernel time", "to device", "MB", "from device", "MB", "memory", "busy", "idle", "threads waited"];

function wholeRun(device) {
  const megabytes = ({ bytes }) => (bytes / 1e6).toFixed(1);
  const { activity } = device;
  return [count(device.kernels), device.kernel_s, device.to_device.s, megabytes(device.to_device), device.from_device.s,
    megabytes(device.from_device), device.memory_s, activity ? activity.busy_s : kUnknown, activity ? activity.idle_s : kUnknown,
    device.waited_s];
}

function stretch({ devices }, device, from, to) {
  const sums = devices.works.map(() => 0);
  devices.rows.forEach(({ number, type }, row) => {
    if (number === device.number && type === device.type) devices.sums(row, from, to).forEach((s, work) => { sums[work] += s; });
  });
  const [kernels, toDevice, fromDevice, memory] = sums;
  return [kUnknown, kernels, toDevice, kUnknown, fromDevice, kUnknown, memory, kUnknown, kUnknown, kUnknown];
}

export function mountDevices(root, store) {
  const { report } = store.model;
  const used = report.devices.filter((device) => device.kernels > 0 || device.to_device.count > 0 || device.from_device.count > 0);
  root.hidden = used.length === 0;
  if (root.hidden) return () => {};
  const body = make("tbody");
  const lost = report.devices.reduce((all, device) => all + device.without_moments, 0);
  const note = lost > 0 ? `${count(lost)} operations have no moment: they are in these numbers, not in the timeline` : "by the devices' own times";
  root.append(make("h2", {}, "Devices", make("span", { class: "note" }, note)),
    make("table", {}, make("thead", {}, make("tr", {}, ...kHeads.map((head) => make("th", {}, head)))), body));
  return ({ model, selection: { from, to } }) => {
    body.replaceChildren(...used.map((device) => {
      const cells = from === null ? wholeRun(device) : stretch(model, device, from, to);
      return make("tr", { "data-device": device.number }, make("td", {}, `device ${device.number} (${device.type})`),
        ...cells.map((cell) => make("td", { "data-seconds": typeof cell === "number" ? cell : null }, typeof cell === "number" ? seconds(cell) : cell)));
    }));
  };
}
