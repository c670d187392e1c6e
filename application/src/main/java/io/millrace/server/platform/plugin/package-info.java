// SPDX-License-Identifier: Apache-2.0
/** Plugins: jars with rule nodes, found in a directory and each loaded by its own class loader. */
@NullMarked
package io.millrace.server.platform.plugin;

import org.jspecify.annotations.NullMarked;
