// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import org.mvel2.ExecutionContext;

/** A text that checks at every character whether the script must end, while a regular expression reads it. */
record GuardedText(CharSequence text, ExecutionContext context) implements CharSequence {

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public char charAt(int index) {
        context.checkExecution();
        return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.subSequence(start, end);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
