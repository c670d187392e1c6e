// SPDX-License-Identifier: Apache-2.0
/** Assets: things without a connection of their own, such as buildings. */
@NullMarked
package io.millrace.server.registry.asset;

import org.jspecify.annotations.NullMarked;
