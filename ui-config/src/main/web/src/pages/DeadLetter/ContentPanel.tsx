// SPDX-License-Identifier: Apache-2.0
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeadLetterDetails } from '../../api/deadLetters';
import { CodeEditor } from '../../components/nodeform/code/CodeEditor';
import { TextMap } from '../../components/nodeform/TextMap';
import { Panel } from '../../components/Panel';
import { textsOf } from '../../model/json';
import { positionIn, type Mark } from '../../model/script/position';
import type { Notice } from '../DeadLetters/notice';
import classes from './DeadLetterPage.module.css';
import { DeleteLetterDialog } from './DeleteLetterDialog';
import { ResendFault } from './ResendFault';
import { useRepair } from './useRepair';

interface ContentPanelProps {
  readonly letter: DeadLetterDetails;
  readonly onDone: (notice: Notice) => void;
}

/** The message of a letter, to change it, and what can be done with the letter. */
export function ContentPanel({ letter, onDone }: ContentPanelProps) {
  const { t } = useTranslation();
  const id = useId();
  const [deleting, setDeleting] = useState(false);
  const { content, changed, sending, error, send, edit, undo } = useRepair(letter, onDone);
  const message = error?.message ?? '';
  const marks = useMemo(() => marksOf(message), [message]);
  return (
    <Panel
      title={t('deadLetters.letter.content')}
      controls={
        changed && (
          <Button variant="subtle" size="compact-sm" onClick={undo}>
            {t('deadLetters.letter.undo')}
          </Button>
        )
      }
    >
      <Stack gap="md" p="md">
        <Text size="sm" c="dimmed" id={`${id}-help`}>
          {t('deadLetters.letter.contentHelp')}
        </Text>
        <TextInput
          label={t('deadLetters.letter.type')}
          value={content.type}
          error={message.startsWith('type:') ? message : undefined}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget: { value } }) => edit({ type: value })}
        />
        <div>
          <label htmlFor={`${id}-data`} className={classes.label}>
            {t('deadLetters.letter.data')}{' '}
            <span className={classes.kind}>
              {t(`deadLetters.letter.dataType.${letter.dataType}`)}
            </span>
          </label>
          <CodeEditor
            id={`${id}-data`}
            label={t('deadLetters.letter.dataEditor')}
            describedBy={`${id}-help`}
            language="json"
            value={content.data}
            onChange={(data) => edit({ data })}
            marks={marks}
            minHeight={160}
          />
        </div>
        <fieldset className={classes.fieldset}>
          <legend className={classes.label}>{t('deadLetters.letter.metadata')}</legend>
          <TextMap
            id={`${id}-metadata`}
            value={content.metadata}
            onChange={(metadata) => edit({ metadata: textsOf(metadata) })}
            readOnly={false}
          />
        </fieldset>
        <div aria-live="polite">
          {error !== null && <ResendFault error={error} />}
          {changed && error === null && (
            <Text size="sm" c="dimmed">
              {t('deadLetters.letter.changed')}
            </Text>
          )}
        </div>
        <Group gap="xs">
          <Button loading={sending} disabled={!changed} onClick={send}>
            {t('deadLetters.letter.sendRepaired')}
          </Button>
          <Button
            variant={changed ? 'default' : 'filled'}
            loading={sending}
            disabled={changed}
            onClick={send}
          >
            {t('deadLetters.letter.send')}
          </Button>
          <Button variant="subtle" color="red" disabled={sending} onClick={() => setDeleting(true)}>
            {t('deadLetters.letter.delete')}
          </Button>
        </Group>
        {deleting && (
          <DeleteLetterDialog
            letterId={letter.id}
            onDeleted={onDone}
            onClose={() => setDeleting(false)}
          />
        )}
      </Stack>
    </Panel>
  );
}

/** What the server says of the data, at the place that it names. */
function marksOf(message: string): readonly Mark[] {
  if (!message.startsWith('data:')) {
    return [];
  }
  const at = positionIn(message);
  return [{ severity: 'error', message, ...(at === undefined ? {} : { at }) }];
}
