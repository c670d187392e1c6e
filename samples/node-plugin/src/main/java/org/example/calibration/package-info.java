// SPDX-License-Identifier: Apache-2.0
/** A plugin with one node: it corrects what a device measures by the device's own offset. */
@NullMarked
package org.example.calibration;

import org.jspecify.annotations.NullMarked;
