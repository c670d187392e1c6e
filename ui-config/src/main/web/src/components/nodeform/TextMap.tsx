// SPDX-License-Identifier: Apache-2.0
import { ActionIcon, Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sameJson, type Json, type JsonObject } from '../../model/json';
import { CrossIcon, PlusIcon } from './icons';
import classes from './NodeForm.module.css';

interface TextMapProps {
  readonly id: string;
  readonly value: JsonObject;
  readonly onChange: (value: JsonObject) => void;
  readonly readOnly: boolean;
  readonly invalid?: boolean;
}

interface Row {
  readonly id: number;
  readonly key: string;
  readonly value: Json;
}

/**
 * Pairs of key and text. The rows are kept beside the object: while a key is typed it may be empty or stand there twice,
 * which an object cannot say.
 */
export function TextMap({ id, value, onChange, readOnly, invalid = false }: TextMapProps) {
  const { t } = useTranslation();
  const [rows, setRows] = useState(() => rowsOf(value, 0));
  const [shown, setShown] = useState(value);

  if (value !== shown) {
    setShown(value);
    if (!sameJson(objectOf(rows), value)) {
      setRows(rowsOf(value, nextId(rows)));
    }
  }

  const change = (next: readonly Row[]) => {
    setRows(next);
    onChange(objectOf(next));
  };
  const edit = (changed: Row) => change(rows.map((row) => (row.id === changed.id ? changed : row)));
  const duplicate = rows.find(
    ({ key }, index) => key !== '' && rows.findIndex((row) => row.key === key) < index,
  );
  return (
    <div className={classes.map}>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('nodeForm.map.empty')}
        </Text>
      )}
      {rows.map((row, index) => (
        <div key={row.id} className={classes.mapRow}>
          <TextInput
            id={index === 0 ? id : undefined}
            aria-label={t('nodeForm.map.keyOf', { number: index + 1 })}
            placeholder={t('nodeForm.map.key')}
            value={row.key}
            readOnly={readOnly}
            error={invalid || row.key === '' || row.key === duplicate?.key}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => edit({ ...row, key: event.currentTarget.value })}
          />
          <TextInput
            aria-label={t('nodeForm.map.valueOf', { key: row.key || index + 1 })}
            placeholder={t('nodeForm.map.value')}
            value={typeof row.value === 'string' ? row.value : JSON.stringify(row.value)}
            readOnly={readOnly}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => edit({ ...row, value: event.currentTarget.value })}
          />
          {!readOnly && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={34}
              aria-label={t('nodeForm.remove', {
                what: t('nodeForm.map.entry', { key: row.key || index + 1 }),
              })}
              onClick={() => change(rows.filter((each) => each.id !== row.id))}
            >
              <CrossIcon />
            </ActionIcon>
          )}
        </div>
      ))}
      {duplicate !== undefined && (
        <Text size="xs" className={classes.problemText ?? ''}>
          {t('nodeForm.map.duplicate', { key: duplicate.key })}
        </Text>
      )}
      {rows.some(({ key }) => key === '') && (
        <Text size="xs" c="dimmed">
          {t('nodeForm.map.noKey')}
        </Text>
      )}
      {!readOnly && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<PlusIcon />}
          className={classes.addButton ?? ''}
          onClick={() => change([...rows, { id: nextId(rows), key: '', value: '' }])}
        >
          {t('nodeForm.add')}
        </Button>
      )}
    </div>
  );
}

function rowsOf(value: JsonObject, firstId: number): readonly Row[] {
  return Object.entries(value).map(([key, each], index) => ({
    id: firstId + index,
    key,
    value: each,
  }));
}

function nextId(rows: readonly Row[]): number {
  return rows.reduce((highest, { id }) => Math.max(highest, id), -1) + 1;
}

function objectOf(rows: readonly Row[]): JsonObject {
  return Object.fromEntries(
    rows.filter(({ key }) => key !== '').map(({ key, value }) => [key, value]),
  );
}
