/**
 * Measures how address ranges are classified by kind of network: `bun scripts/measure-networks.ts FILE…`. Every IPv4 and IPv6 range in a
 * file counts by its first address, whatever the file's format: those that AWS, Google, Azure, Oracle, DigitalOcean and Linode publish should
 * be `hosting`, those of Apple's private relay and of Zscaler `access`.
 */
import { basename } from 'node:path';
import { readAddressTable } from '../src/ingest/address-tables.ts';
import { createNetworks } from '../src/ingest/network.ts';
import { isPublicAddress } from '../src/lib/net.ts';

const networks = createNetworks(() => readAddressTable('networks'));

for (const path of process.argv.slice(2)) {
  const text = await Bun.file(path).text();
  const ranges = new Set(text.match(/\b\d{1,3}(\.\d{1,3}){3}(\/\d+)?\b|\b[\da-f]{1,4}:[\da-f:]+(\/\d+)?/gi));
  const addresses = [...ranges].map(range => range.split('/')[0] ?? '').filter(isPublicAddress);
  const kinds = Map.groupBy(addresses, address => networks.find(address) ?? 'unknown');
  const counts = [...kinds].map(
    ([kind, own]) => `${kind} ${((own.length / addresses.length) * 100).toFixed(1)} %`,
  );
  process.stdout.write(`${basename(path)}: ${addresses.length} ranges, ${counts.sort().join(', ')}\n`);
}
