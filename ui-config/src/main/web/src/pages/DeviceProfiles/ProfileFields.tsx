// SPDX-License-Identifier: Apache-2.0
import { Input, Select, Textarea, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { EntitySelect } from '../../components/device/EntitySelect';
import { NO_TEXTS } from '../../components/nodeform/fields/choice';
import { QueueInput } from '../../components/nodeform/fields/QueueInput';
import {
  DEFAULT_QUEUE,
  TRANSPORTS,
  type DeviceProfileDraft,
  type DraftField,
  type DraftProblems,
  type Refusal,
  type Transport,
} from '../../model/deviceProfileForm';
import { AlarmRules } from './alarmRules/AlarmRules';
import { ProvisioningFields } from './ProvisioningFields';

const MAX_NAME = 255;

export interface ProfileFieldsProps {
  readonly draft: DeviceProfileDraft;
  readonly onChange: (draft: DeviceProfileDraft) => void;
  readonly problems: DraftProblems;
  /** The field that the server has refused. */
  readonly refusal: Refusal | undefined;
}

/** The fields of a device profile that users may change. */
export function ProfileFields(props: ProfileFieldsProps) {
  const { draft, onChange, problems, refusal } = props;
  const { t } = useTranslation();
  const queueId = useId();
  const errorOf = (field: Exclude<DraftField, 'alarms'>) => {
    const problem = problems[field];
    if (problem !== undefined) {
      return t(`deviceProfiles.problem.${problem}`);
    }
    return refusal?.field === field ? refusal.reason : undefined;
  };
  return (
    <>
      <TextInput
        label={t('common.name')}
        required
        data-autofocus
        autoComplete="off"
        maxLength={MAX_NAME}
        value={draft.name}
        error={errorOf('name')}
        onChange={({ currentTarget: { value } }) => onChange({ ...draft, name: value })}
      />
      <Textarea
        label={t('common.description')}
        autosize
        minRows={2}
        maxRows={8}
        value={draft.description}
        error={errorOf('description')}
        onChange={({ currentTarget: { value } }) => onChange({ ...draft, description: value })}
      />
      <EntitySelect
        label={t('deviceProfiles.chain')}
        entityType="RULE_CHAIN"
        value={draft.chain}
        placeholder={t('deviceProfiles.rootChain')}
        clearable
        error={errorOf('chain')}
        onChange={(chain) => onChange({ ...draft, chain })}
      />
      <Input.Wrapper id={queueId} label={t('deviceProfiles.queue')} error={errorOf('queue')}>
        <QueueInput
          id={queueId}
          value={draft.queue}
          placeholder={DEFAULT_QUEUE}
          clearable
          readOnly={false}
          texts={NO_TEXTS}
          onChange={(queue) => onChange({ ...draft, queue })}
        />
      </Input.Wrapper>
      <Select
        label={t('deviceProfiles.transport')}
        description={t(`deviceProfiles.transportHelp.${draft.transport}`)}
        data={TRANSPORTS.map((each) => ({
          value: each as string,
          label: t(`deviceProfiles.transports.${each}`),
        }))}
        value={draft.transport}
        error={errorOf('transport')}
        allowDeselect={false}
        onChange={(transport) =>
          transport !== null && onChange({ ...draft, transport: transport as Transport })
        }
      />
      <TextInput
        label={t('deviceProfiles.connections')}
        description={t('deviceProfiles.connectionsHelp')}
        inputMode="numeric"
        autoComplete="off"
        placeholder="1"
        value={draft.connections}
        error={errorOf('connections')}
        onChange={({ currentTarget: { value } }) => onChange({ ...draft, connections: value })}
      />
      <ProvisioningFields draft={draft} onChange={onChange} errorOf={errorOf} />
      <TextInput
        label={t('deviceProfiles.days')}
        description={t('deviceProfiles.daysHelp')}
        inputMode="numeric"
        autoComplete="off"
        value={draft.days}
        error={errorOf('days')}
        onChange={({ currentTarget: { value } }) => onChange({ ...draft, days: value })}
      />
      <AlarmRules
        sets={draft.alarms}
        onChange={(alarms) => onChange({ ...draft, alarms })}
        problems={problems.alarms}
        refusal={refusal?.field === 'alarms' ? refusal.reason : undefined}
      />
    </>
  );
}
