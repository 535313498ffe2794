import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openApiDocument } from '../../src/api/openapi/document.ts';
import { declaredErrors, isDeclared, isStreamed } from '../../src/api/operation.ts';
import { DESCRIBED_ENDPOINTS } from '../../src/app/create-endpoints.ts';
import { loggedInAdmin } from '../support/admin.ts';
import type { Answer } from '../support/client.ts';
import { ROUTES } from '../support/routes.ts';
import { EVERY_FEATURE, loggedIn, registration, startService } from '../support/service.ts';

interface MediaType {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: { readonly message: string } }>>;
}
interface Response {
  readonly headers?: Readonly<Record<string, { readonly schema?: { readonly enum?: readonly string[] } }>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}
interface Described {
  readonly operationId: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, Response>>;
}
interface Document {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

const text = JSON.stringify(openApiDocument('1', ROUTES, DESCRIBED_ENDPOINTS));
const document: Document = JSON.parse(text);
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const ajv = formats.default(new Ajv2020({ strict: false }));
/** Examples have no member that their schema does not name: linters such as Redocly's refuse those. */
const closed = (schema: object): typeof schema =>
  JSON.parse(JSON.stringify(schema), (_name, one) =>
    one?.type === 'object' && one.properties && one.additionalProperties === undefined
      ? { ...one, additionalProperties: false }
      : one,
  );
ajv.addSchema({ $id: 'document', ...document });
ajv.addSchema({ $id: 'closed', ...closed(document) });

/** References begin at the document, whose parts the validator knows by the same addresses. */
function assertFits(value: unknown, schema: object, what: string, root = 'document'): void {
  const absolute = JSON.stringify(schema).replaceAll('"#/', `"${root}#/`);
  const isFit = compiled.get(absolute) ?? ajv.compile(JSON.parse(absolute));
  compiled.set(absolute, isFit);
  assert.ok(isFit(value), `${what}: ${ajv.errorsText(isFit.errors)}`);
}
const compiled = new Map<string, ValidateFunction>();

const answerSchema = (id: string, status: number): object => {
  const response = operations.find(({ operationId }) => operationId === id)?.responses[status];
  return response?.content?.['application/json']?.schema ?? assert.fail(`${id} does not describe ${status}`);
};

describe('the OpenAPI document', () => {
  it('refers to nothing that is not there, and has nothing that nobody refers to', () => {
    const referred = new Set([...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, name]) => name));
    const { securitySchemes = {}, ...components } = document.components;
    const there = Object.entries(components).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `${kind}/${name}`),
    );
    assert.deepEqual([...referred].sort(), there.sort());
    for (const scheme of Object.keys(securitySchemes)) assert.ok(text.includes(`{"${scheme}":[`), scheme);
  });

  it('describes every operation, under a tag of its own list', () => {
    const tags = new Set(document.tags.map(({ name }) => name));
    for (const { operationId, description, tags: own } of operations) {
      assert.ok(description.endsWith('.'), operationId);
      assert.ok(
        own.every((tag) => tags.delete(tag) || document.tags.some(({ name }) => name === tag)),
        operationId,
      );
    }
    assert.deepEqual([...tags], [], 'every tag is used');
    assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
  });

  it('has an example of every body and answer, which its schema admits', () => {
    for (const { operationId, requestBody, responses } of operations) {
      const answers = Object.entries(responses).filter(([, answer]) => !('$ref' in answer));
      for (const [what, { content = {} }] of [['body', requestBody ?? {}] as const, ...answers]) {
        for (const { schema, example, examples = {} } of Object.values(content as Required<Response>['content'])) {
          const values = [
            ...(example === undefined ? [] : [example]),
            ...Object.values(examples).map((one) => one.value),
          ];
          assert.ok(values.length > 0, `${operationId} ${what} has no example`);
          for (const value of values) assertFits(value, closed(schema), `${operationId} ${what}`, 'closed');
        }
      }
    }
  });

  it('demands the body of every operation that has a required member, such as that of a login', () => {
    const demanded = new Set(
      operations.filter(({ requestBody }) => requestBody?.required).map((one) => one.operationId),
    );
    for (const { operation } of ROUTES) {
      const isDemanded = operation.bodyIsRequired === true || Array.isArray(operation.body?.required);
      assert.equal(demanded.has(operation.id), isDemanded, operation.id);
    }
    assert.ok(demanded.has('login') && !demanded.has('reauthenticate'));
  });

  it('names the headers of every error, and shows messages that the operation declares', () => {
    for (const { operation } of ROUTES) {
      const described = operations.find(({ operationId }) => operationId === operation.id);
      for (const [status, errors] of Map.groupBy(declaredErrors(operation), (error) => String(error.status))) {
        const { headers = {}, content = {} } = described?.responses[status] ?? {};
        const names = Object.keys(headers).map((name) => name.toLowerCase());
        const carried = errors.flatMap(({ headers: sent = {}, carries = [] }) => [...Object.keys(sent), ...carries]);
        const expected = new Set(['x-request-id', 'x-error-code', ...carried.filter((name) => name !== 'connection')]);
        assert.deepEqual(
          [...expected].filter((name) => !names.includes(name)),
          [],
          `${operation.id} ${status}`,
        );
        const codes = new Set(errors.map(({ code }) => code));
        assert.deepEqual(new Set(headers['X-Error-Code']?.schema?.enum), codes, `${operation.id} ${status}`);
        for (const [name, { value }] of Object.entries(content['application/json']?.examples ?? {}))
          assert.ok(isDeclared(operation, name.replace(/_\d+$/, ''), value.message), `${operation.id} ${name}`);
      }
    }
  });

  it('describes what the service answers', async (t) => {
    const service = await startService(t, 'sqlite', EVERY_FEATURE);
    const { accessToken: token, email, password } = await loggedInAdmin(service);
    const body = registration();
    const asked = ROUTES.filter(({ method, path, operation: { bearer, answers } }) => {
      return method === 'GET' && bearer === 'auth' && !path.includes(':') && !isStreamed(answers);
    });
    assert.ok(asked.length > 15);
    const login = await service.request('POST', '/api/login', { body: { email, password } });
    const answers: (readonly [id: string, answer: Answer])[] = [
      ['register', await service.request('POST', '/api/register', { body })],
      ['login', login],
      ['login', await service.request('POST', '/api/login', { body: {} })],
      ['updateMe', await service.request('PUT', '/api/me', { token, body: { industry: 'Mathematics' } })],
    ];
    for (const { path, operation } of asked)
      answers.push([operation.id, await service.request('GET', path, { token: login.data.access_token })]);
    for (const [id, { status, text: answer }] of answers) assertFits(JSON.parse(answer), answerSchema(id, status), id);
    assert.deepEqual(new Set(answers.map(([, { status }]) => status)), new Set([201, 200, 400]));
  });

  it('says which operations are open to users who must add a second factor first', async (t) => {
    const service = await startService(t, 'sqlite', { ...EVERY_FEATURE, SECOND_FACTOR: 'required' });
    const { accessToken: token } = await loggedIn(service);
    for (const { method, path, operation } of ROUTES.filter((one) => one.operation.bearer === 'auth')) {
      const { headers } = await service.request(method, path.replace(':id', '1'), { token });
      const isClosed = headers.get('x-error-code') === 'second_factor_setup_required';
      assert.equal(isClosed, operation.duringFactorSetup !== true, operation.id);
    }
  });
});
