/** Kinds of networks that visits come from: those of servers, VPNs, organizations' own, and those that connect people. */
export const NETWORKS = ['hosting', 'vpn', 'business', 'access'] as const;
export type Network = (typeof NETWORKS)[number];

/** Kinds that a site may exclude. */
export const EXCLUDABLE_NETWORKS = ['hosting', 'vpn'] as const satisfies readonly Network[];
export type ExcludableNetwork = (typeof EXCLUDABLE_NETWORKS)[number];

/** Reads the networks that a site excludes, as its row has them. */
export const readNetworks = (json: string): readonly ExcludableNetwork[] => JSON.parse(json);

export const isNetwork = (value: unknown): value is Network =>
  (NETWORKS as readonly unknown[]).includes(value);
