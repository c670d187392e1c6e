// SPDX-License-Identifier: Apache-2.0
import { Button, Modal, Text, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { tryScript, type ScriptTrial } from '../../../api/scripts';
import { textsOf } from '../../../model/json';
import type { KnownNames, ScriptLanguage } from '../../../model/script/completions';
import { positionIn, type Mark } from '../../../model/script/position';
import { DEFAULT_SAMPLE, isJson, type Sample } from '../../../model/script/sample';
import type { ScriptType } from '../../../model/script/trial';
import { ErrorNote } from '../../ErrorNote';
import { CodeEditor } from '../code/CodeEditor';
import type { CodeEditorHandle } from '../code/CodeMirror';
import { helpId } from '../formState';
import { PlayIcon } from '../icons';
import { TextMap } from '../TextMap';
import { SampleSource } from './SampleSource';
import classes from './ScriptTest.module.css';
import { TrialOutcome, type FinishedTrial } from './TrialOutcome';

interface ScriptTestProps {
  readonly title: string;
  readonly chainId: string;
  readonly script: string;
  readonly language: ScriptLanguage;
  readonly type: ScriptType;
  /** What the server found in the script as it is in the chain. */
  readonly marks: readonly Mark[];
  readonly names: KnownNames;
  readonly sample: Sample;
  readonly onSample: (sample: Sample) => void;
  readonly onScript: (script: string) => void;
  readonly onClose: () => void;
  readonly readOnly: boolean;
}

async function timed(trial: ScriptTrial): Promise<FinishedTrial> {
  const start = performance.now();
  const result = await tryScript(trial);
  return { trial, result, ms: Math.round(performance.now() - start) };
}

/** A dialog that runs the script on a sample message. The script can be changed here too. */
export function ScriptTest({
  title,
  chainId,
  script,
  language,
  type,
  marks,
  names,
  sample,
  onSample,
  onScript,
  onClose,
  readOnly,
}: ScriptTestProps) {
  const { t } = useTranslation();
  const id = useId();
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const editor = useRef<CodeEditorHandle>(null);
  const { mutate, data: finished, error, isPending } = useMutation({ mutationFn: timed });

  const run = () => {
    if (!isPending) {
      mutate({ script, language, type, sample });
    }
  };
  const isStale =
    finished !== undefined &&
    (finished.trial.script !== script ||
      finished.trial.language !== language ||
      finished.trial.sample !== sample);
  const failure = isStale ? undefined : finished?.result.error;
  const shownMarks = useMemo(() => marksOf(failure) ?? marks, [failure, marks]);
  const languageName = t(
    language === 'TBEL' ? 'nodeForm.script.tbel' : 'nodeForm.script.javaScript',
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="72rem"
      fullScreen={isNarrow}
      classNames={{ title: classes.title ?? '' }}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={classes.columns}>
        <section className={classes.column} aria-labelledby={`${id}-sample`}>
          <div className={classes.head}>
            <h3 id={`${id}-sample`}>{t('nodeForm.test.sample')}</h3>
            <Button variant="subtle" size="compact-sm" onClick={() => onSample(DEFAULT_SAMPLE)}>
              {t('nodeForm.test.reset')}
            </Button>
          </div>
          <SampleSource chainId={chainId} onSample={onSample} />
          <TextInput
            label={t('nodeForm.test.type')}
            value={sample.msgType}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onSample({ ...sample, msgType: event.currentTarget.value })}
          />
          <div>
            <label className={classes.label} htmlFor={`${id}-data`}>
              {t('nodeForm.test.data')}
            </label>
            <CodeEditor
              id={`${id}-data`}
              label={t('nodeForm.test.dataEditor')}
              describedBy={helpId(`${id}-data`)}
              language="json"
              value={sample.data}
              onChange={(data) => onSample({ ...sample, data })}
              onRun={run}
              minHeight={120}
              maxHeight={260}
            />
            <Text id={helpId(`${id}-data`)} size="xs" c="dimmed">
              {isJson(sample.data) ? '' : t('nodeForm.test.notJson')}
            </Text>
          </div>
          <fieldset className={classes.fieldset}>
            <legend className={classes.label}>{t('nodeForm.test.metadata')}</legend>
            <TextMap
              id={`${id}-metadata`}
              value={sample.metadata}
              onChange={(metadata) => onSample({ ...sample, metadata: textsOf(metadata) })}
              readOnly={false}
            />
          </fieldset>
        </section>
        <section className={classes.column} aria-labelledby={`${id}-script`}>
          <div className={classes.head}>
            <h3 id={`${id}-script`}>
              {t('nodeForm.script.label')} <span className={classes.language}>{languageName}</span>
            </h3>
          </div>
          <CodeEditor
            ref={editor}
            id={`${id}-editor`}
            label={t('nodeForm.script.editor', { language: languageName })}
            describedBy={helpId(`${id}-editor`)}
            language={language}
            value={script}
            onChange={onScript}
            onRun={run}
            marks={shownMarks}
            names={names}
            readOnly={readOnly}
            minHeight={160}
            maxHeight={320}
          />
          <div className={classes.run}>
            <Button size="sm" leftSection={<PlayIcon />} loading={isPending} onClick={run}>
              {t('nodeForm.test.run')}
            </Button>
            <Text id={helpId(`${id}-editor`)} size="xs" c="dimmed">
              {t('nodeForm.test.keys')} {t('nodeForm.script.hint')}
            </Text>
          </div>
          <h3>{t('nodeForm.test.result')}</h3>
          <div aria-live="polite" aria-busy={isPending}>
            {error !== null && <ErrorNote error={error} />}
            {error === null && (
              <TrialOutcome
                finished={finished}
                isStale={isStale}
                onGoTo={(position) => editor.current?.goTo(position)}
              />
            )}
          </div>
        </section>
      </div>
    </Modal>
  );
}

function marksOf(error: string | undefined): readonly Mark[] | undefined {
  if (error === undefined) {
    return undefined;
  }
  const at = positionIn(error);
  return error === ''
    ? []
    : [{ severity: 'error', message: error, ...(at === undefined ? {} : { at }) }];
}
