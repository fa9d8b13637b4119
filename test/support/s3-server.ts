/** A server of S3 on loopback, which checks signatures, with one bucket. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { findFreePort } from './free-port.ts';

/** The key of the server. */
const KEY = 'S3RVER';
const BUCKET = 'stats';

export async function startS3Server() {
  const directory = mkdtempSync(join(tmpdir(), 'footfall-s3-'));
  const port = findFreePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const client = new Bun.S3Client({ endpoint, bucket: BUCKET, accessKeyId: KEY, secretAccessKey: KEY });
  const create = () =>
    new S3rver({
      port,
      address: '127.0.0.1',
      silent: true,
      directory,
      configureBuckets: [{ name: BUCKET, configs: [] }],
    });
  let server = create();
  await server.run();
  let isRunning = true;
  return {
    /** Settings with which Footfall exports to the prefix `footfall`. */
    settings: {
      FOOTFALL_EXPORT_URL: `s3://${BUCKET}/footfall`,
      FOOTFALL_S3_ENDPOINT: endpoint,
      FOOTFALL_S3_ACCESS_KEY_ID: KEY,
      FOOTFALL_S3_SECRET_ACCESS_KEY: KEY,
    },
    /** Reads an object below the prefix; undefined when there is none. */
    async read(name: string): Promise<Uint8Array | undefined> {
      const file = client.file(`footfall/${name}`);
      return (await file.exists()) ? await file.bytes() : undefined;
    },
    async stop(): Promise<void> {
      await server.close();
      isRunning = false;
    },
    async start(): Promise<void> {
      server = create();
      await server.run();
      isRunning = true;
    },
    async [Symbol.asyncDispose]() {
      if (isRunning) await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
