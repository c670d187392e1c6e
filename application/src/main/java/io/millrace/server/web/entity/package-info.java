// SPDX-License-Identifier: Apache-2.0
/** Interfaces to entities of any type, for features that do not know the type. */
@NullMarked
package io.millrace.server.web.entity;

import org.jspecify.annotations.NullMarked;
