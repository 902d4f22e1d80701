// Pure functions of what runs with different numbers of threads say.

// Of the model in docs/scale-json.md, in seconds.
export function modelAt(model, threads) {
  return model.serial_s + model.parallel_s / threads + model.each_thread_s * (threads - 1);
}

// For each step the share of its threads' time that the first step would have needed; null where it did not run.
export function efficiencyOf(elapsed, steps) {
  return elapsed.map((time, i) => (time > 0 && elapsed[0] > 0 ? (elapsed[0] * steps[0].threads) / (time * steps[i].threads) : null));
}
