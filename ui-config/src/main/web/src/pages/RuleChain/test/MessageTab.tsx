// SPDX-License-Identifier: Apache-2.0
import { Alert, Autocomplete, Button, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../../components/nodeform/code/CodeEditor';
import { Fold } from '../../../components/nodeform/Fold';
import { SampleSource } from '../../../components/nodeform/script/SampleSource';
import { TextMap } from '../../../components/nodeform/TextMap';
import type { Json } from '../../../model/json';
import { isJson, type Sample } from '../../../model/script/sample';
import { TEMPLATES, templateOf } from '../../../model/test/message';
import { OriginatorInput } from './OriginatorInput';
import { Replies } from './Replies';
import { StartInput } from './StartInput';
import { useTest, useTesting } from './testContext';
import classes from './TestPanel.module.css';

/** The message of the test, and where it enters. */
export function MessageTab({ chainId }: { readonly chainId: string }) {
  const { t } = useTranslation();
  const { store, commands } = useTesting();
  const sample = useTest(({ draft }) => draft.sample);
  const openCase = useTest((state) => state.openCase);
  const id = useId();
  const change = (part: Partial<Sample>) => {
    const { draft } = store.getState();
    store.getState().change({ sample: { ...draft.sample, ...part } });
  };

  return (
    <div className={classes.form}>
      <div className={classes.column}>
        {openCase !== undefined && (
          <Alert variant="light" py={6}>
            <span className={classes.row}>
              <span className={classes.grow}>
                {t('chainTest.editing', { name: openCase.name })}
              </span>
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => store.getState().edit(undefined)}
              >
                {t('chainTest.stopEditing')}
              </Button>
            </span>
          </Alert>
        )}
        <Autocomplete
          label={t('chainTest.type')}
          description={t('chainTest.typeHelp')}
          data={Object.keys(TEMPLATES)}
          filter={({ options }) => options}
          value={sample.msgType}
          autoComplete="off"
          spellCheck={false}
          onChange={(msgType) => change({ msgType })}
          onOptionSubmit={(msgType) => change(templateOf(store.getState().draft.sample, msgType))}
        />
        <OriginatorInput />
        <StartInput />
        <Fold title={t('chainTest.history')}>
          <SampleSource
            chainId={chainId}
            onSample={(found, originator) => store.getState().change({ sample: found, originator })}
          />
        </Fold>
        <Fold title={t('chainTest.replies')}>
          <Replies />
        </Fold>
      </div>
      <div className={classes.column}>
        <div>
          <label className={classes.label} htmlFor={`${id}-data`}>
            {t('chainTest.data')}
          </label>
          <CodeEditor
            id={`${id}-data`}
            label={t('nodeForm.test.dataEditor')}
            describedBy={`${id}-data-help`}
            language="json"
            value={sample.data}
            onChange={(data) => change({ data })}
            onRun={() => void commands.run()}
            minHeight={100}
            maxHeight={240}
          />
          <Text id={`${id}-data-help`} size="xs" c="dimmed">
            {isJson(sample.data) ? t('chainTest.runHint') : t('chainTest.notJson')}
          </Text>
        </div>
        <fieldset className={classes.fieldset}>
          <legend className={classes.label}>{t('chainTest.metadata')}</legend>
          <TextMap
            id={`${id}-metadata`}
            value={sample.metadata}
            onChange={(metadata) => change({ metadata: textsOf(metadata) })}
            readOnly={false}
          />
        </fieldset>
      </div>
    </div>
  );
}

function textsOf(object: Readonly<Record<string, Json>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, String(value)]));
}
