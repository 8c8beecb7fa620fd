// SPDX-License-Identifier: Apache-2.0
/** Runs the points of a sweep as a job of Apache Spark. */
@NullMarked
package dev.sluice.spark;

import org.jspecify.annotations.NullMarked;
