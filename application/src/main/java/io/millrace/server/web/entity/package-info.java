// SPDX-License-Identifier: Apache-2.0
/** What entities of every type offer to features that do not know the type. */
@NullMarked
package io.millrace.server.web.entity;

import org.jspecify.annotations.NullMarked;
