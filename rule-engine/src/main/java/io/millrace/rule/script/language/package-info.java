// SPDX-License-Identifier: Apache-2.0
/**
 * What a language and the pool of threads know of each other: a language compiles a script to a {@link
 * io.millrace.rule.script.language.Program}, and a thread of the pool runs an instance of it.
 */
@NullMarked
package io.millrace.rule.script.language;

import org.jspecify.annotations.NullMarked;
