// SPDX-License-Identifier: Apache-2.0
/**
 * Answers of REST endpoints that need the other instances of the cluster: those made of the memory of a process. The
 * endpoint asks the peers the same question with the caller's own token and merges their answers.
 */
@NullMarked
package io.millrace.server.web.peer;

import org.jspecify.annotations.NullMarked;
