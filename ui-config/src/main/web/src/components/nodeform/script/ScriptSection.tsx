// SPDX-License-Identifier: Apache-2.0
import { Button, SegmentedControl, Text } from '@mantine/core';
import { lazy, Suspense, use, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComponentDescriptor } from '../../../api/components';
import type { JsonObject } from '../../../model/json';
import type { ScriptFields } from '../../../model/schema/prepare';
import { pathKey } from '../../../model/schema/types';
import type { ScriptLanguage } from '../../../model/script/completions';
import { positionIn, type Mark } from '../../../model/script/position';
import { scriptTypeOf } from '../../../model/script/trial';
import { CodeEditor } from '../code/CodeEditor';
import type { CodeEditorHandle } from '../code/CodeMirror';
import { FormStateContext, helpId, problemsId } from '../formState';
import { PlayIcon } from '../icons';
import type { NodeFormContext } from '../NodeForm';
import classes from '../NodeForm.module.css';
import { ScriptProblems } from './ScriptProblems';
import { useSample } from './useSample';
import { useScriptNames } from './useScriptNames';

const ScriptTest = lazy(async () => ({ default: (await import('./ScriptTest')).ScriptTest }));

interface ScriptSectionProps {
  readonly component: ComponentDescriptor;
  readonly fields: ScriptFields;
  readonly configuration: JsonObject;
  readonly context: NodeFormContext;
  readonly onChange: (configuration: JsonObject) => void;
  readonly readOnly: boolean;
}

/** The script of a node: one editor with a choice of the language. Each language keeps its own script. */
export function ScriptSection({
  component,
  fields,
  configuration,
  context,
  onChange,
  readOnly,
}: ScriptSectionProps) {
  const { t } = useTranslation();
  const editor = useRef<CodeEditorHandle>(null);
  const [testing, setTesting] = useState(false);
  const [sample, setSample] = useSample(context);
  const names = useScriptNames(sample);
  const id = `script-${context.chainId}`;

  const chosen = configuration[fields.language];
  const language: ScriptLanguage = chosen === 'TBEL' ? 'TBEL' : 'JS';
  const property = language === 'TBEL' ? fields.tbel : fields.js;
  const stored = configuration[property];
  const script = typeof stored === 'string' ? stored : '';
  const type = scriptTypeOf(component.nodeType, component.type);
  const marks = useMarks([property, fields.language]);

  const edit = (next: string) => onChange({ ...configuration, [property]: next });
  const languageName = t(
    language === 'TBEL' ? 'nodeForm.script.tbel' : 'nodeForm.script.javaScript',
  );
  const label = t('nodeForm.script.editor', { language: languageName });
  const describedBy = marks.length === 0 ? helpId(id) : `${helpId(id)} ${problemsId(id)}`;
  return (
    <div className={classes.script}>
      <div className={classes.scriptHead}>
        <span className={classes.label}>{t('nodeForm.script.label')}</span>
        <SegmentedControl
          size="xs"
          aria-label={t('nodeForm.script.language')}
          value={language}
          readOnly={readOnly}
          onChange={(next) => onChange({ ...configuration, [fields.language]: next })}
          data={[
            { value: 'TBEL', label: t('nodeForm.script.tbel') },
            { value: 'JS', label: t('nodeForm.script.javaScript') },
          ]}
        />
        <Button
          variant="default"
          size="xs"
          leftSection={<PlayIcon />}
          className={classes.scriptTest ?? ''}
          onClick={() => setTesting(true)}
        >
          {t('nodeForm.script.test')}
        </Button>
      </div>
      <CodeEditor
        ref={editor}
        id={id}
        label={label}
        describedBy={describedBy}
        language={language}
        value={script}
        onChange={edit}
        onRun={() => setTesting(true)}
        readOnly={readOnly}
        marks={marks}
        names={names}
        minHeight={140}
      />
      <Text id={helpId(id)} className={classes.help ?? ''}>
        {t(`nodeForm.script.purpose.${type}`)} {t('nodeForm.script.hint')}
        {chosen !== 'JS' && chosen !== 'TBEL' && ` ${t('nodeForm.script.languageNotSet')}`}
      </Text>
      <ScriptProblems
        id={problemsId(id)}
        marks={marks}
        onGoTo={(position) => editor.current?.goTo(position)}
      />
      {testing && (
        <Suspense fallback={null}>
          <ScriptTest
            title={t('nodeForm.test.title', { name: context.nodeName })}
            chainId={context.chainId}
            script={script}
            language={language}
            type={type}
            marks={marks}
            names={names}
            sample={sample}
            onSample={setSample}
            onScript={edit}
            onClose={() => setTesting(false)}
            readOnly={readOnly}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The findings about some properties, as marks of the script. */
function useMarks(properties: readonly string[]): readonly Mark[] {
  const { findings } = use(FormStateContext);
  const key = properties.join(' ');
  return useMemo(
    () =>
      key
        .split(' ')
        .flatMap((property) => findings.get(pathKey([property])) ?? [])
        .map(({ severity, message }) => {
          const at = positionIn(message);
          return { severity, message, ...(at === undefined ? {} : { at }) };
        }),
    [findings, key],
  );
}
