// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { Base } from "../Base.t.sol";

contract ClaimStakeAfterRating is Base {
    function act(uint256 id) private {
        escrow.claimStakeAfterRating(id);
    }

    function test_RevertGiven_TheTaskIsNotApproved() public {
        assertOnlyIn(only(ITaskEscrow.State.Approved), stranger, act);
    }

    function test_RevertGiven_TheStakeWasPaidAlready() public {
        uint256 id = submitted();
        warpPast(id);
        escrow.releaseAfterReview(id);
        expectWrongState(id, ITaskEscrow.State.Approved);
        escrow.claimStakeAfterRating(id);
    }

    function test_RevertGiven_TheTimeToRateHasNotPassed() public {
        uint256 id = approved();
        warpTo(id);
        expectDeadlineNotPassed(id);
        escrow.claimStakeAfterRating(id);
    }

    function test_GivenTheTimeToRateHasPassed() public {
        uint256 id = approved();
        warpPast(id);
        Balances memory before = balances();
        expectEvent();
        emit ITaskEscrow.StakeClaimed(id, poster, worker, STAKE, 0, 0);
        vm.prank(stranger);
        escrow.claimStakeAfterRating(id);
        assertPaid(before, 0, STAKE, 0);
        assertSettled(id, ITaskEscrow.State.Approved);
    }
}
