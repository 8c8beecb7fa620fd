/** What a run hands over: counters, findings, commands, barriers. */
@NullMarked
package dev.sluice.result;

import org.jspecify.annotations.NullMarked;
