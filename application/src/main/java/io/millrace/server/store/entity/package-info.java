// SPDX-License-Identifier: Apache-2.0
/** Entities of every type, as nodes of rule chains read them. */
@NullMarked
package io.millrace.server.store.entity;

import org.jspecify.annotations.NullMarked;
