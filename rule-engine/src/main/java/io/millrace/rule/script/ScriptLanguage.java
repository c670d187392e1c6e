// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

/** The languages of scripts. */
public enum ScriptLanguage {
    JS,
    TBEL
}
