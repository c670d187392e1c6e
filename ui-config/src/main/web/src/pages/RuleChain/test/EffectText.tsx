// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import { useEntityName } from '../../../components/useEntityName';
import { exactTime } from '../../../model/time';
import { entityIn, numberIn, textIn, textsIn, valuesIn } from '../../../model/test/effect';
import type { TestEffect } from '../../../model/test/report';

/** What a node would have done, as a sentence. */
export function EffectText({ effect: { kind, details } }: { readonly effect: TestEffect }) {
  const { t } = useTranslation();
  const entity = useEntityText(textIn(details, 'entity'));
  const from = useEntityText(textIn(details, 'from'));
  const to = useEntityText(textIn(details, 'to'));
  const customer = useEntityText(textIn(details, 'customer'));
  const values = valuesIn(details);
  const count = values.length;
  const list = values.map(([key, value]) => `${key}: ${value}`).join(', ');
  switch (kind) {
    case 'SAVE_TIMESERIES':
      return t('chainTest.effect.timeseries', { count, entity, list });
    case 'SAVE_ATTRIBUTES':
      return t('chainTest.effect.attributes', {
        count,
        entity,
        list,
        scope: textIn(details, 'scope'),
      });
    case 'DELETE_ATTRIBUTES':
      return t('chainTest.effect.deleteAttributes', {
        entity,
        list: textsIn(details, 'keys').join(', '),
        scope: textIn(details, 'scope'),
      });
    case 'NOTIFY_DEVICE':
      return t('chainTest.effect.notify', { entity, list });
    case 'DEVICE_STATE':
      return t('chainTest.effect.deviceState', { entity, event: textIn(details, 'event') });
    case 'RAISE_ALARM':
      return t('chainTest.effect.raiseAlarm', {
        entity,
        type: textIn(details, 'type'),
        severity: textIn(details, 'severity'),
      });
    case 'CLEAR_ALARM':
      return t('chainTest.effect.clearAlarm', { entity, type: textIn(details, 'type') });
    case 'CREATE_ENTITY':
      return t('chainTest.effect.createEntity', {
        type: textIn(details, 'entityType'),
        name: textIn(details, 'name'),
      });
    case 'ASSIGN_CUSTOMER':
      return customer
        ? t('chainTest.effect.assign', { entity, customer })
        : t('chainTest.effect.unassign', { entity });
    case 'ADD_RELATION':
      return t('chainTest.effect.addRelation', { type: textIn(details, 'type'), from, to });
    case 'REMOVE_RELATIONS':
      return t('chainTest.effect.removeRelations', {
        type: textIn(details, 'type'),
        from: from || t('chainTest.anyEntity'),
        to: to || t('chainTest.anyEntity'),
      });
    case 'HTTP_CALL':
      return t('chainTest.effect.call', {
        method: textIn(details, 'method'),
        url: textIn(details, 'url'),
        body: textIn(details, 'body'),
      });
    case 'EXTERNAL_SEND':
      return t('chainTest.effect.externalSend', {
        target: textIn(details, 'target'),
        body: textIn(details, 'body'),
      });
    case 'REST_REPLY':
      return t('chainTest.effect.reply', { body: textIn(details, 'body') });
    case 'RPC_REQUEST':
      return t('chainTest.effect.rpcRequest', {
        entity,
        method: textIn(details, 'method'),
        params: textIn(details, 'params'),
      });
    case 'RPC_REPLY':
      return t('chainTest.effect.rpcReply', { entity, body: textIn(details, 'body') });
    case 'SEND_MESSAGE':
      return t('chainTest.effect.send', {
        type: textIn(details, 'msgType'),
        queue: textIn(details, 'queueName') || t('chainTest.sameQueue'),
      });
    case 'WAIT':
      return t('chainTest.effect.wait', { time: exactTime(numberIn(details, 'dueAt')) });
    case 'LOG':
      return t('chainTest.effect.log', { text: textIn(details, 'text') });
  }
}

/** The name of an entity of a type that has a list; otherwise its type and id. */
function useEntityText(reference: string): string {
  const { t } = useTranslation();
  const { entityType, id } = entityIn(reference);
  const name = useEntityName(entityType, id);
  return entityType === 'TENANT' ? t('chainTest.tenant') : (name ?? reference);
}
