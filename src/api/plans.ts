import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { questionDigest, sha256 } from '../model/canonical.ts';
import { Options, resolveOptions } from '../model/options.ts';
import { Plan } from '../model/plan.ts';
import { readQuestion } from '../model/read-question.ts';
import { Snapshot } from '../model/snapshot.ts';
import { planByBody, planById, planByQuestion, type StoredPlan, saveBody, savePlan } from '../store/plans.ts';
import { readBody, readInput } from './body.ts';
import { openCache } from './cache.ts';
import { EXAMPLE_ID, example } from './examples.ts';
import {
  type AppEnv,
  BODY_PROBLEMS,
  jsonContent,
  operation,
  problemResponses,
  textHeader,
} from './operation.ts';
import { RequestProblem } from './problem.ts';
import { type Service, TENANT } from './service.ts';

/** A question: what is, and what is wanted. */
const PlanRequest = z
  .strictObject({ snapshot: Snapshot, options: Options.optional() })
  .meta({ id: 'PlanRequest' });

const CACHE_HEADER = textHeader(
  "`hit`: the plan was stored. `miss`: it was solved now and is stored. `bypass`: it was solved now and is not stored, because the exit check rejected a strategy's plan, the engine failed or the plan is very large. `unavailable`: it was solved now and could not be stored. The body is the same in any case.",
  ['hit', 'miss', 'bypass', 'unavailable'],
);
const LOCATION_HEADER = textHeader('Where the stored plan is, when it is stored.');
const ETAG_HEADER = textHeader('The digest of the question.');

/** POST /v1/plans and GET /v1/plans/{id}. */
export function plans(app: OpenAPIHono<AppEnv>, service: Service): void {
  operation(
    app,
    {
      method: 'post',
      path: '/v1/plans',
      operationId: 'createPlan',
      tags: ['plans'],
      summary: 'Plan a snapshot',
      description:
        'Answers when the plan is found. The same question (snapshot and resolved options, in any order) gets the same bytes.',
      request: {
        body: { required: true, content: jsonContent(PlanRequest, { snapshot: example.snapshot }) },
      },
      responses: {
        200: {
          description: 'The plan. Staying as it is always is one.',
          headers: { Location: LOCATION_HEADER, 'Restow-Cache': CACHE_HEADER },
          content: jsonContent(Plan, example.plan),
        },
        ...problemResponses('unknown-parameter', ...BODY_PROBLEMS, 'internal-error'),
      },
    },
    (context) => answerQuestion(context, service),
  );

  operation(
    app,
    {
      method: 'get',
      path: '/v1/plans/{id}',
      operationId: 'getPlan',
      tags: ['plans'],
      summary: 'Read a stored plan',
      request: {
        params: z.object({
          id: z.string().openapi({
            param: { name: 'id', in: 'path' },
            description: 'As in the Location of the plan.',
            example: EXAMPLE_ID,
          }),
        }),
      },
      responses: {
        200: {
          description: 'The plan. It never changes.',
          headers: { ETag: ETAG_HEADER },
          content: jsonContent(Plan, example.plan),
        },
        304: { description: 'The plan that `If-None-Match` names.' },
        ...problemResponses('unknown-parameter', 'not-found', 'internal-error', 'database-unavailable'),
      },
    },
    (context) => answerStored(context, service),
  );
}

async function answerQuestion(context: Context<AppEnv>, service: Service): Promise<Response> {
  const { solverVersion } = service;
  const body = await readBody(context.req.raw);
  const cache = openCache(service, context.get('requestId'));

  const bodyDigest = await sha256(body);
  const asked = await cache.ask((db) => planByBody(db, TENANT, bodyDigest, solverVersion));
  if (asked) return storedAnswer(context, asked);

  const { snapshot, options } = readInput(body, readQuestion);
  const digest = await questionDigest(snapshot, resolveOptions(snapshot, options), solverVersion);
  const known = await cache.ask((db) => planByQuestion(db, TENANT, digest));
  if (known) {
    await cache.ask((db) => saveBody(db, TENANT, { bodyDigest, solverVersion, questionDigest: digest }));
    return storedAnswer(context, known);
  }

  const { plan, rejected } = await service.solve(snapshot, options);
  context.set('work', plan.work);
  context.set('rejected', rejected.length);
  const json = JSON.stringify(plan);
  if (rejected.length > 0 || isMakeshift(plan)) return planAnswer(context, json, 'bypass');
  const row = {
    id: newPlanId(service),
    questionDigest: digest,
    bodyDigest,
    solverVersion,
    createdAt: service.now(),
    json,
  };
  const id = await cache.ask((db) => savePlan(db, TENANT, row));
  if (id === null) return planAnswer(context, json, cache.isUp ? 'bypass' : 'unavailable');
  return planAnswer(context, json, 'miss', id);
}

/** Solved without HiGHS, which failed: it may not fail the next time. */
function isMakeshift({ warnings }: Plan): boolean {
  return warnings.some(({ code }) => code === 'engine-failed');
}

async function answerStored(context: Context<AppEnv>, service: Service): Promise<Response> {
  const id = context.req.param('id') ?? '';
  const plan = await readStored(service, id);
  if (plan === null) throw new RequestProblem('not-found', `There is no plan ${id.slice(0, 100)}.`);
  const headers = { ETag: `"${plan.questionDigest}"`, 'Cache-Control': 'private, no-cache' };
  if (matches(context.req.header('If-None-Match'), headers.ETag))
    return new Response(null, { status: 304, headers });
  return new Response(plan.chunks.join(''), { headers: { 'Content-Type': 'application/json', ...headers } });
}

async function readStored({ db }: Service, id: string): Promise<StoredPlan | null> {
  if (!PLAN_ID.test(id)) return null;
  try {
    if (db === undefined) throw new Error('D1_ERROR: no database is bound');
    return await planById(db, TENANT, id);
  } catch (cause) {
    const headers = { 'Retry-After': '5' };
    throw new RequestProblem('database-unavailable', 'Stored plans cannot be read just now.', {
      headers,
      cause,
    });
  }
}

/** The bytes as they were stored, unparsed. */
function storedAnswer(context: Context<AppEnv>, { id, chunks }: StoredPlan): Response {
  return planAnswer(context, chunks.join(''), 'hit', id);
}

function planAnswer(
  context: Context<AppEnv>,
  json: string,
  cache: NonNullable<AppEnv['Variables']['cache']>,
  id?: string,
): Response {
  context.set('cache', cache);
  const headers = new Headers({
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'Restow-Cache': cache,
  });
  if (id !== undefined) headers.set('Location', `/v1/plans/${id}`);
  return new Response(json, { headers });
}

/** Opaque: it says nothing about the plan, its owner or when it was made. */
function newPlanId({ newId }: Service): string {
  return `pln_${newId().replaceAll('-', '')}`;
}

const PLAN_ID = /^pln_[0-9a-f]{32}$/;

/** RFC 9110 §13.1.2, weak comparison: a proxy that compresses the answer weakens its tag. */
function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(',')
    .some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag);
}
