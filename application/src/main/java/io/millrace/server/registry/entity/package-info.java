// SPDX-License-Identifier: Apache-2.0
/**
 * The lower part of what entities of a tenant share: their table, their versions, and the errors of a refused change.
 */
@NullMarked
package io.millrace.server.registry.entity;

import org.jspecify.annotations.NullMarked;
