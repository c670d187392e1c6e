// SPDX-License-Identifier: Apache-2.0
/** Jars that bring nodes along: found in a directory, loaded each by a class loader of its own, closed at the end. */
@NullMarked
package io.millrace.server.platform.plugin;

import org.jspecify.annotations.NullMarked;
