/** Parts of the library that are loaded by themselves; only all of them together have types. */

/** Each module registers a few of the standard metrics of a process. */
declare module 'prom-client/lib/metrics/*' {
  const addTo: (registry: import('prom-client').Registry) => void;
  export default addTo;
}

declare module 'prom-client/lib/counter.js' {
  export { Counter as default } from 'prom-client';
}

declare module 'prom-client/lib/gauge.js' {
  export { Gauge as default } from 'prom-client';
}

declare module 'prom-client/lib/histogram.js' {
  export { Histogram as default } from 'prom-client';
}

declare module 'prom-client/lib/registry.js' {
  export { Registry as default } from 'prom-client';
}
