// SPDX-License-Identifier: Apache-2.0
import { Button, Checkbox, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNote } from '../../components/ErrorNote';
import { Panel } from '../../components/Panel';
import { SearchField } from '../../components/SearchField';
import { useAddress } from '../../components/useAddress';
import { useAttributes } from '../../components/useAttributes';
import { useIsTenantAdmin } from '../../components/useAuthority';
import { nameParam } from '../../model/address';
import type { AttributeScope } from '../../model/push';
import { formatValue, type LatestValue } from '../../model/telemetry';
import { AttributeDialog } from './AttributeDialog';
import { DeleteAttributesDialog } from './DeleteAttributesDialog';
import classes from './DevicePage.module.css';
import { ValueTable } from './ValueTable';

const SCOPES: readonly AttributeScope[] = ['SERVER_SCOPE', 'SHARED_SCOPE', 'CLIENT_SCOPE'];

/** The attributes of a device, by scope. */
export function AttributePanel({ deviceId }: { readonly deviceId: string }) {
  const { t } = useTranslation();
  const [params, changeAddress] = useAddress();
  const scope = SCOPES.find((each) => each === params.get('scope')) ?? 'SERVER_SCOPE';
  const show = (next: string) =>
    changeAddress((present) => nameParam(present, 'scope', next), true);
  return (
    <Panel
      title={t('device.attributes.title')}
      controls={
        <SegmentedControl
          size="xs"
          aria-label={t('device.attributes.scope')}
          value={scope}
          onChange={show}
          data={SCOPES.map((each) => ({
            value: each as string,
            label: t(`device.attributes.scopes.${each}`),
          }))}
        />
      }
    >
      <ScopeAttributes key={scope} deviceId={deviceId} scope={scope} />
    </Panel>
  );
}

interface ScopeAttributesProps {
  readonly deviceId: string;
  readonly scope: AttributeScope;
}

type OpenDialog = { readonly edit: string | undefined } | { readonly remove: readonly string[] };

function ScopeAttributes({ deviceId, scope }: ScopeAttributesProps) {
  const { t } = useTranslation();
  const isAdmin = useIsTenantAdmin();
  const { attributes, error } = useAttributes(deviceId, scope);
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<OpenDialog>();
  const values = useMemo(
    () => attributes?.map(({ key, value, lastUpdateTs }) => ({ key, value, ts: lastUpdateTs })),
    [attributes],
  );
  // The device alone writes its client attributes.
  const isEditable = isAdmin && scope !== 'CLIENT_SCOPE';
  const shown = values?.filter(({ key }) => key.toLowerCase().includes(search.toLowerCase()));
  const chosen = values?.filter(({ key }) => selected.has(key)).map(({ key }) => key) ?? [];
  const toggle = (key: string) => {
    const next = new Set(selected);
    if (!next.delete(key)) {
      next.add(key);
    }
    setSelected(next);
  };
  const keyCell = ({ key }: LatestValue) => (
    <span className={classes.keyCell}>
      {isAdmin && (
        <Checkbox
          size="xs"
          aria-label={t('device.attributes.select', { key })}
          checked={selected.has(key)}
          onChange={() => toggle(key)}
        />
      )}
      {isEditable ? (
        <button
          type="button"
          className={classes.key}
          aria-label={t('device.attributes.edit', { key })}
          title={t('device.attributes.edit', { key })}
          onClick={() => setDialog({ edit: key })}
        >
          {key}
        </button>
      ) : (
        <span>{key}</span>
      )}
    </span>
  );
  return (
    <>
      <div className={classes.tools}>
        <SearchField
          label={t('device.attributes.searchLabel')}
          placeholder={t('device.attributes.searchPlaceholder')}
          search={search}
          onSearch={setSearch}
        />
        {isEditable && (
          <Button size="xs" variant="default" onClick={() => setDialog({ edit: undefined })}>
            {t('device.attributes.add')}
          </Button>
        )}
        {chosen.length > 0 && (
          <Button
            size="xs"
            variant="default"
            c="var(--mantine-color-error)"
            onClick={() => setDialog({ remove: chosen })}
          >
            {t('device.attributes.deleteCount', { count: chosen.length })}
          </Button>
        )}
      </div>
      {shown === undefined && error === null && <Skeleton height={80} />}
      {error !== null && <ErrorNote error={error} stale={shown !== undefined} />}
      {shown?.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.padded ?? ''}>
          {search === ''
            ? t(`device.attributes.none.${scope}`)
            : t('device.attributes.noneFound', { search })}
        </Text>
      )}
      {scope === 'SHARED_SCOPE' && (
        <Text size="xs" c="dimmed" px="md" pb="xs">
          {t('device.attributes.sharedSent')}
        </Text>
      )}
      {shown !== undefined && shown.length > 0 && (
        <ValueTable
          sortName="attributes"
          values={shown}
          keyCell={keyCell}
          valueCell={({ value }) => (
            <span className={classes.long} title={formatValue(value)}>
              {formatValue(value)}
            </span>
          )}
        />
      )}
      {dialog !== undefined && 'edit' in dialog && (
        <AttributeDialog
          deviceId={deviceId}
          scope={scope}
          editedKey={dialog.edit}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog !== undefined && 'remove' in dialog && (
        <DeleteAttributesDialog
          deviceId={deviceId}
          scope={scope}
          keys={dialog.remove}
          onClose={() => setDialog(undefined)}
          onDeleted={() => setSelected(new Set())}
        />
      )}
    </>
  );
}
