// SPDX-License-Identifier: Apache-2.0
/** Entity views: parts of the data of devices and assets, which customers may see without the rest. */
@NullMarked
package io.millrace.server.registry.entityview;

import org.jspecify.annotations.NullMarked;
