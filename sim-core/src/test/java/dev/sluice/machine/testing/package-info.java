/** Test doubles: a scripted requester and an ideal memory, to put a component alone between two mocks. */
@NullMarked
package dev.sluice.machine.testing;

import org.jspecify.annotations.NullMarked;
