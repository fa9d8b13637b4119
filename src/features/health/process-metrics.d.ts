/** Each module registers a few of the standard metrics of a process; only all of them together have types. */
declare module 'prom-client/lib/metrics/*' {
  const addTo: (registry: import('prom-client').Registry) => void;
  export default addTo;
}
