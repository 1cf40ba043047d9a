/** What people sign off: submitted work, requests for approval and their decisions, blocks and what lifts them. */
package dev.baton.approval;
