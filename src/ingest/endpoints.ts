/** The endpoints that write hits, events and agent visits. Source: api-v1, Endpoints, Hits. */
import type { TObject, TSchema } from '@sinclair/typebox';
import type { StoredHit } from '../core/hits/row.ts';
import type { Site } from '../core/site.ts';
import { accepted, created, type Endpoint, type EndpointSpec, siteEndpoint } from '../http/endpoint.ts';
import { BatchAnswer, presentHashes, toBatchReply, writeResponses } from './endpoint-schema.ts';
import type { WriteKind } from './parse-write.ts';
import type { Writer, WriteTarget } from './writer.ts';

export interface WriteDeps {
  readonly writer: Writer;
  readonly getSiteFacts: (site: Site) => WriteTarget;
}

type WriteSpec = Pick<EndpointSpec<TObject, TSchema>, 'summary' | 'operationId'> & {
  readonly path: string;
  readonly kind: WriteKind;
  readonly body: TSchema;
};

/** Creates the endpoint that stores one write and answers it under `name`, with its hashes where `hasHashes`. */
export function writeEndpoint(
  { writer, getSiteFacts }: WriteDeps,
  options: WriteSpec & {
    readonly name: string;
    /** Schema of the stored row in the answer. */
    readonly row: TSchema;
    readonly present: (row: StoredHit, siteUrl: string) => object;
    readonly hasHashes: boolean;
  },
): Endpoint {
  const { path, kind, name, row, present, hasHashes, ...spec } = options;
  const responses = writeResponses(name, row);
  return siteEndpoint('POST', path, {
    ...spec,
    validatesBody: false,
    isIngestion: true,
    responses,
    async handle({ site, body }) {
      const result = await writer.write(kind, getSiteFacts(site), body);
      if (result.status === 'ignored') return accepted(result);
      const hashes = hasHashes ? presentHashes(result) : {};
      return created({ status: result.status, [name]: { ...present(result.row, site.url), ...hashes } });
    },
  });
}

/** Creates the endpoint that stores a batch and answers with a result for each row. */
export const batchEndpoint = (
  { writer, getSiteFacts }: WriteDeps,
  { path, kind, ...spec }: WriteSpec,
): Endpoint =>
  siteEndpoint('POST', path, {
    ...spec,
    bodySize: 'batch',
    validatesBody: false,
    responses: { 200: BatchAnswer },
    handle: async ({ site, body }) => toBatchReply(await writer.writeMany(kind, getSiteFacts(site), body)),
  });
