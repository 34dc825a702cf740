// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { Base } from "../Base.t.sol";

contract TermsHash is Base {
    function test_RevertGiven_TheTaskIsNotFunded() public {
        for (uint8 number = 0; number <= uint8(ITaskEscrow.State.Expired); ++number) {
            ITaskEscrow.State state = ITaskEscrow.State(number);
            if (state == ITaskEscrow.State.Funded) continue;
            uint256 id = inState(state);
            expectWrongState(id, state);
            escrow.termsHash(id);
        }
    }

    function test_GivenTheTaskIsFunded() public {
        assertEq(escrow.termsHash(funded()), agreed());
        assertEq(escrow.termsHash(create(selectionTerms())), agreed(poster, selectionTerms()));
        assertEq(escrow.termsHash(create(judgedTerms())), agreed(poster, judgedTerms()));
    }

    function test_WhenTheOwnerChangesTheTreasury() public {
        uint256 id = funded();
        vm.prank(owner);
        escrow.setTreasury(stranger);
        assertEq(escrow.termsHash(id), agreed());
    }
}
