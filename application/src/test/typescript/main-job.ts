// SPDX-License-Identifier: Apache-2.0
// The main job, by the TypeScript client that openapi-generator makes of the description of the API:
// node main-job.js URL USER PASSWORD
import {
  AuthApi,
  Configuration,
  CredentialsType,
  DeviceApi,
  EntityType,
  type ErrorResponse,
  ErrorResponseFromJSON,
  RelationApi,
  ResponseError,
  RuleChainApi,
  type RuleNode,
  RuleChainType,
  TelemetryApi,
} from './client/index.js';

declare const process: { readonly argv: readonly string[] };
const [basePath = '', username = '', password = ''] = process.argv.slice(2);

const { token } = await new AuthApi(new Configuration({ basePath })).login({
  loginRequest: { username, password },
});
const signedIn = new Configuration({ basePath, accessToken: token });
const devices = new DeviceApi(signedIn);
const telemetry = new TelemetryApi(signedIn);
const chains = new RuleChainApi(signedIn);
const relations = new RelationApi(signedIn);

// A device, its credentials and its readings.
const device = await devices.saveDeviceWithCredentials({
  deviceWithCredentials: {
    device: { name: 'Publishes', label: null },
    credentials: {
      credentialsType: CredentialsType.AccessToken,
      credentialsId: crypto.randomUUID(),
    },
  },
});
const deviceId = device.id.id;
const credentials = await devices.getDeviceCredentialsByDeviceId({ deviceId });
expect(credentials.credentialsType, CredentialsType.AccessToken);
const entity = { entityType: EntityType.Device, entityId: deviceId };
await telemetry.saveEntityTelemetry({
  ...entity,
  scope: 'ANY',
  body: { ts: 1000, values: { temperature: 21.5, open: true } },
});
const latest = await telemetry.getLatestTimeseries({ ...entity, useStrictDataTypes: true });
expect(latest['temperature'], [{ ts: 1000, value: 21.5 }]);
const history = await telemetry.getTimeseriesHistory({
  ...entity,
  keys: ['open'],
  startTs: 0,
  endTs: 2000,
  useStrictDataTypes: true,
});
expect(history, { open: [{ ts: 1000, value: true }] });

// A rule chain.
const chain = await chains.saveRuleChain({
  ruleChain: { name: 'Drawn', type: RuleChainType.Core, root: false, debugMode: false },
});
const ruleChainId = chain.id?.id ?? '';
const metadata = await chains.getRuleChainMetaData({ ruleChainId });
const filter: RuleNode = {
  type: 'org.thingsboard.rule.engine.filter.TbMsgTypeFilterNode',
  name: 'Readings',
  singletonMode: false,
  configurationVersion: 0,
  _configuration: { messageTypes: ['POST_TELEMETRY_REQUEST'] },
};
const ruleChainMetaData = { ...metadata, firstNodeIndex: 0, nodes: [filter] };
const report = await chains.validateRuleChainMetaData({ ruleChainMetaData });
expect(report.errors, []);
const saved = await chains.saveRuleChainMetaData({ ruleChainMetaData, comment: 'Drawn' });
expect(
  saved.nodes.map(({ name, _configuration }) => [name, _configuration]),
  [['Readings', { messageTypes: ['POST_TELEMETRY_REQUEST'] }]],
);
const exported = await chains.exportRuleChains({ limit: 100 });
expect(exported.ruleChains.filter(({ name }) => name === 'Drawn').length, 1);

// Relations and lists.
const other = await devices.saveDevice({ deviceRequest: { name: 'Other' } });
await relations.saveRelation({
  relationRequest: { from: device.id, to: other.id, type: 'Contains' },
});
const related = await relations.findEntityRelationsByTo({
  toType: EntityType.Device,
  toId: other.id.id,
});
expect(
  related.map(({ from }) => from),
  [device.id],
);
const page = await devices.getTenantDevices({ pageSize: 1, page: 0, sortProperty: 'name' });
expect(page.data[0]?.name, 'Other');
expect([page.totalElements, page.hasNext], [2, true]);

// Errors.
const unknown = await errorOf(404, devices.getDeviceById({ deviceId: crypto.randomUUID() }));
expect(unknown.errorCode, 32);
const conflict = await errorOf(409, chains.saveRuleChainMetaData({ ruleChainMetaData }));
expect(conflict.errorCode, 35);

/** The described body of the error that a request ends with. */
async function errorOf(status: number, request: Promise<unknown>): Promise<ErrorResponse> {
  const refusal: unknown = await request.then(
    () => 'no error',
    (error: unknown) => error,
  );
  if (!(refusal instanceof ResponseError)) {
    throw new Error(`Expected an error ${status}, got ${String(refusal)}`);
  }
  expect(refusal.response.status, status);
  return ErrorResponseFromJSON(await refusal.response.json());
}

function expect(actual: unknown, expected: unknown): void {
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (found !== wanted) {
    throw new Error(`Expected ${wanted}, got ${found}`);
  }
}
