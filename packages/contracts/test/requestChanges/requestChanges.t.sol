// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { EscrowErrors } from "../../src/libraries/EscrowErrors.sol";
import { Base } from "../Base.t.sol";

contract RequestChanges is Base {
    function act(uint256 id) private {
        escrow.requestChanges(id, WORK, TEXT);
    }

    function test_RevertGiven_NoWorkIsSubmitted() public {
        assertOnlyIn(only(ITaskEscrow.State.Submitted), poster, act);
    }

    function test_RevertWhen_TheCallerIsNotThePoster() public {
        uint256 id = submitted();
        expectNotPoster(id, worker);
        vm.prank(worker);
        escrow.requestChanges(id, WORK, TEXT);
    }

    function test_RevertGiven_TheTimeForReviewHasPassed() public {
        uint256 id = submitted();
        warpPast(id);
        expectDeadlinePassed(id);
        vm.prank(poster);
        escrow.requestChanges(id, WORK, TEXT);
    }

    function test_RevertWhen_TheRequestNamesOtherWork() public {
        uint256 id = changesRequested();
        vm.prank(worker);
        escrow.resubmitWork(id, 1, BETTER_WORK, 0, "");
        expectWrongSubmission(id, WORK, BETTER_WORK);
        vm.prank(poster);
        escrow.requestChanges(id, WORK, TEXT);
    }

    function test_RevertGiven_NoChangeRoundIsLeft() public {
        uint256 id = changesRequested();
        vm.prank(worker);
        escrow.resubmitWork(id, 1, BETTER_WORK, 0, "");
        vm.prank(poster);
        escrow.requestChanges(id, BETTER_WORK, TEXT);
        vm.prank(worker);
        escrow.resubmitWork(id, 2, WORK, 0, "");
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.NoChangeRoundLeft.selector, id, 2));
        vm.prank(poster);
        escrow.requestChanges(id, WORK, TEXT);
    }

    function test_WhenThePosterAsksInTime() public {
        uint256 id = submitted();
        warpTo(id);
        expectEvent();
        emit ITaskEscrow.ChangesRequested(id, poster, worker, 1, TEXT, block.timestamp + 3 days);
        vm.prank(poster);
        escrow.requestChanges(id, WORK, TEXT);
        assertState(id, ITaskEscrow.State.ChangesRequested);
        assertEq(escrow.getTask(id).changeRound, 1);
        assertDeadlineIn(id, 3 days);
    }
}
