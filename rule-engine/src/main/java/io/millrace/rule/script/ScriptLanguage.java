// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

/** The languages that scripts are written in. */
public enum ScriptLanguage {
    JS,
    TBEL
}
