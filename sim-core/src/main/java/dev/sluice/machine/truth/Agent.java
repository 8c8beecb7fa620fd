// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

/**
 * Someone who reads and writes memory as one step of the program: a stage of a command, or a host operation.
 *
 * @param id the version that its writes carry; 0 is nobody
 * @param name the command or host operation id, for example {@code submit0.1}
 * @param what what it is, for a person, for example {@code dispatch scale}
 * @param stages its pipeline stage as a mask of {@code dev.sluice.program.sync.Stages}
 * @param writeAccess the access flags that cover its writes
 * @param host whether it is a host operation
 * @param where its place in the input
 */
public record Agent(int id, String name, String what, long stages, long writeAccess, boolean host, String where) {}
