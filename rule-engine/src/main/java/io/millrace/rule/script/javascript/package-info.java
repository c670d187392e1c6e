// SPDX-License-Identifier: Apache-2.0
/** JavaScript by GraalJS. */
@NullMarked
package io.millrace.rule.script.javascript;

import org.jspecify.annotations.NullMarked;
